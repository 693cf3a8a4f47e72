import * as Settlement from '../../../books/Settlement.ts'
import { applyFact } from '../../../order/life/applyFact.ts'
import type { Random } from '../../../Random.ts'
import type { BankPayment, LockedStatements } from './StatementStore.ts'

/** What a transaction that rejects a payment may do. */
export type RejectionStore = Pick<LockedStatements, 'orders' | 'payments' | 'post'> & {
  /** Records that a payment was rejected. */
  rejected(rejection: Rejection): Promise<void>
}

/** The rejection of a payment by a bank, or of one that no bank was asked to make. */
export type Rejection = {
  /** Its EndToEndId. */
  readonly id: string
  /** The reason, in the bank's or the operator's words. */
  readonly reason: string
  /** Who reported it. */
  readonly by: string
}

/**
 * The result of a rejection. It does not change a payment that a statement reported as left or returned, since the
 * statement says where the money is; nor a payment that no bank was asked to make.
 */
export type Rejected =
  | { readonly is: 'unknown' }
  | {
      readonly is: 'rejected' | 'rejected_before' | 'has_left' | 'has_returned' | 'not_exported'
      readonly payment: BankPayment
    }

/**
 * Ends a payment that a bank did not make, for good under its EndToEndId. A refund is owed again, a partner has the
 * money on its balance again, and an order whose pay-out it was stops and may be paid out under another id.
 * @param input.isNeverExported whether it is in no file and never will be
 */
export async function rejectPayment(
  deps: { random: Random; now: () => Date },
  locked: RejectionStore,
  { isNeverExported = false, ...rejection }: Rejection & { isNeverExported?: boolean },
): Promise<Rejected> {
  const [payment] = await locked.payments([rejection.id])
  if (!payment) return { is: 'unknown' }
  const { purpose, amount } = payment
  if (payment.isRejected) return { is: 'rejected_before', payment }
  if (payment.hasReturned) return { is: 'has_returned', payment }
  if (payment.hasLeft) return { is: 'has_left', payment }
  if (!payment.isWithBank && !isNeverExported) return { is: 'not_exported', payment }
  const { id, reason, by } = rejection
  const note = `Rejected: ${reason}, by ${by}`
  const toOrder = { ...deps, orders: locked.orders }
  switch (purpose.is) {
    case 'refund':
      await applyFact(toOrder, {
        orderId: purpose.orderId,
        fact: { is: 'transfer_bounced', number: purpose.number, note },
      })
      break
    case 'payout':
      await applyFact(toOrder, {
        orderId: purpose.orderId,
        fact: { is: 'payout_rejected', payoutId: id, reason, note },
      })
      break
    case 'settlement':
      await locked.post([Settlement.returned({ id, partnerId: purpose.partnerId, amount }, false)])
  }
  await locked.rejected(rejection)
  return { is: 'rejected', payment }
}
