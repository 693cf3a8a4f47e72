import type { DuePayment, OrderedPayment } from '../../payin/transfer/statement/OrderedPayment.ts'

/**
 * What a payment is for: the refund of one of an order's transfers, or the order's pay-out. Without an order, it pays a
 * partner, to an account.
 */
export type Purpose = Pick<DuePayment, 'orderId' | 'transferNumber' | 'iban'>

/** Payments that the bank receives by files, in one transaction. */
export type PaymentFiles = {
  /** The payments that are in no file yet, oldest first. */
  due(): Promise<readonly DuePayment[]>
  /**
   * The purposes of payments that left although the bank had rejected them, and that the operator has not settled yet.
   * They must not be paid again.
   */
  inDoubt(): Promise<readonly Purpose[]>
  /**
   * Assigns to this file those of some payments that are in no file yet, and returns them. Concurrent calls share none.
   */
  take(
    file: { readonly id: string; readonly at: Date; readonly by: string },
    ids: readonly string[],
  ): Promise<readonly OrderedPayment[]>
  /** Why a bank would refuse a payment, and with it the whole file; undefined where nothing is wrong. */
  objectionTo(payment: OrderedPayment): string | undefined
  /** The payments of a file that its bank has not rejected; undefined where there is no such file. */
  ofFile(
    fileId: string,
  ): Promise<{ readonly at: Date; readonly payments: readonly OrderedPayment[] } | undefined>
}
