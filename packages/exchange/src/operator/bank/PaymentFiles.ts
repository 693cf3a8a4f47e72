import type { DuePayment, OrderedPayment } from '../../payin/transfer/statement/OrderedPayment.ts'

/**
 * What a payment is for: one of an order's transfers goes back, or the order is paid out. A payment for no order pays a
 * partner, to an account.
 */
export type Purpose = Pick<DuePayment, 'orderId' | 'transferNumber' | 'iban'>

/** Payments that the bank is asked for by files, in one transaction. */
export type PaymentFiles = {
  /** The payments that no file has had yet, the oldest first. */
  due(): Promise<readonly DuePayment[]>
  /** What money left for by a payment that the bank had rejected, and that nobody has cleared up: it must not leave once more. */
  inDoubt(): Promise<readonly Purpose[]>
  /** Those of some payments that no file has had, as the ones of this file from now on. Two that ask at once share none. */
  take(
    file: { readonly id: string; readonly at: Date; readonly by: string },
    ids: readonly string[],
  ): Promise<readonly OrderedPayment[]>
  /** Why a bank would refuse a payment, and with it the whole file that it stands in; undefined where nothing is wrong. */
  objectionTo(payment: OrderedPayment): string | undefined
  /** The payments that a file had and that its bank has not rejected; undefined where there is no such file. */
  ofFile(
    fileId: string,
  ): Promise<{ readonly at: Date; readonly payments: readonly OrderedPayment[] } | undefined>
}
