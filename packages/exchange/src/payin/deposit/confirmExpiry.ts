import type { Order } from '../../order/Order.ts'
import { findDepositRail } from './DepositRails.ts'
import { applyDeposits, type FollowDeps } from './followDeposits.ts'

/**
 * Whether an order that waits for coins, and has reached its end, waits in vain: the chain was read up to its end, and
 * shows nothing that the order does not know. Before that, nobody can say what arrived in time.
 */
export async function confirmExpiry(deps: FollowDeps, order: Order): Promise<boolean> {
  const rail = findDepositRail(deps.deposits, order.quote.payin.currency)
  if (!rail) return true
  const { deposits, until } = await rail.depositsOf(order.id)
  const after = await applyDeposits(deps, order, deposits)
  if (after === 'unknown' || after.seq !== order.seq) return false
  return order.expiresAt === null || until >= order.expiresAt
}
