import type { Order } from '../../order/Order.ts'
import { applyDeposits, type FollowDeps } from './followDeposits.ts'

/**
 * Whether an order that waits for coins, and whose time is over, waits in vain: the chain was read up to its end, and shows
 * nothing that the order does not know. While it was not, nobody can tell what came in time.
 */
export async function confirmLapse(deps: FollowDeps, order: Order): Promise<boolean> {
  if (!deps.deposit) return true
  const { deposits, until } = await deps.deposit.depositsOf(order.id)
  const after = await applyDeposits(deps, order, deposits)
  if (after === 'unknown' || after.seq !== order.seq) return false
  return order.expiresAt === null || until >= order.expiresAt
}
