import * as Currency from '@cambio/wire/Currency.ts'
import { followDeposits, type FollowDeps } from '../deposit/followDeposits.ts'
import type { Followed } from '../notice/Notice.ts'
import { applyFact } from '../order/applyFact.ts'
import type { Order } from '../order/Order.ts'
import { findPayoutRail, type PayoutRails } from '../payout/PayoutRails.ts'

/**
 * Follows a notice that a chain has news of an order: of what came to its address, or of a pay-out that was final and is
 * known, after a reorganisation, to have moved nothing.
 */
export async function followChain(
  deps: FollowDeps & { payout: PayoutRails },
  { orderId }: { orderId: string },
): Promise<Followed> {
  const order = await deps.orders.find(orderId)
  if (!order) return 'stray'
  await undoPayout(deps, order)
  return order.payin.is === 'deposit' ? followDeposits(deps, { orderId }) : 'answered'
}

async function undoPayout(
  deps: FollowDeps & { payout: PayoutRails },
  { id, payout, quote }: Order,
): Promise<void> {
  if (payout?.state !== 'done' || quote.payoutGroup !== 'crypto') return
  const { network } = Currency.get(quote.payout.currency)
  const state = await findPayoutRail(deps.payout, { group: 'crypto', network })?.getStatus(payout.id)
  if (state?.is !== 'failed') return
  await applyFact(deps, { orderId: id, fact: { is: 'payout_failed', reason: state.reason } })
  deps.tellOperator('a pay-out that was final has moved nothing after a reorganisation', id)
}
