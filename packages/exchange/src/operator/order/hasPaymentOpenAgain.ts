import type { Order } from '../../order/Order.ts'
import { failedRefunds } from '../../payin/deposit/refundDeposit.ts'
import type { PayoutRecall } from '../../payout/PayoutRecall.ts'

/**
 * Whether a failed payment of an order may leave after all: a reorganisation removed the transaction by which it had
 * failed.
 */
export async function hasPaymentOpenAgain(recalls: readonly PayoutRecall[], order: Order): Promise<boolean> {
  for (const paymentId of failedPayments(order))
    for (const recall of recalls) if (await recall.isOpenAgain?.(paymentId)) return true
  return false
}

/** The ids of an order's payments that have failed: of its pay-out, and of its deposits' payments back. */
function failedPayments(order: Order): string[] {
  const { payout } = order
  return [...(payout?.state === 'refused' ? [payout.id] : []), ...failedRefunds(order)]
}
