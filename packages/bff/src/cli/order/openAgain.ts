import type { Order } from '@cambio/exchange/order/Order.ts'
import { refundId } from '@cambio/exchange/payin/deposit/refundDeposit.ts'
import { depositsOf } from '@cambio/exchange/payin/Payin.ts'
import { findPayout, isGivenUp } from '@cambio/rails/chain/payout/ChainPayout.ts'
import type { Query } from '@cambio/server/postgres/Database.ts'

/**
 * Whether it is open again if a payment of an order leaves that had failed: a reorganisation took away what it had failed
 * by, and the transaction that makes it impossible is in no final block yet.
 */
export async function isOpenAgain(query: Query, order: Order): Promise<boolean> {
  for (const paymentId of failedPayments(order)) {
    const payment = await findPayout(query, paymentId)
    if (payment?.state === 'sent' && isGivenUp(payment)) return true
  }
  return false
}

/** The ids of an order's payments on a chain that have failed: of its pay-out, and of its deposits' payments back. */
function failedPayments(order: Order): string[] {
  const { payout, payin } = order
  const failedBack = depositsOf(payin).flatMap(({ number, refundFailures }) =>
    Array.from({ length: refundFailures }, (_, failures) =>
      refundId(order, { number, refundFailures: failures }),
    ),
  )
  return [...(payout?.state === 'refused' ? [payout.id] : []), ...failedBack]
}
