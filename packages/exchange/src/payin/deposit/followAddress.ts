import type { Followed } from '../../notice/Notice.ts'
import type { Order } from '../../order/Order.ts'
import type { PayoutRails } from '../../payout/PayoutRail.ts'
import { followDeposits, type FollowDeps } from './followDeposits.ts'
import { followRefunds } from './followRefunds.ts'

/**
 * Follows the changes of an order's address: what arrived there and what was sent back. Does nothing for an order
 * without an address.
 */
export async function followAddress(
  deps: FollowDeps & { payout: PayoutRails },
  order: Order,
): Promise<Followed> {
  if (order.payin.is !== 'deposit') return 'answered'
  const followed = await followRefunds(deps, order)
  const ofDeposits = await followDeposits(deps, { orderId: order.id })
  return followed === 'answered' ? ofDeposits : followed
}
