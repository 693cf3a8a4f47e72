import * as Currency from '@cambio/wire/Currency.ts'
import type { Followed } from '../notice/Notice.ts'
import { applyFact } from '../order/life/applyFact.ts'
import type { Order } from '../order/Order.ts'
import { followAddress } from '../payin/deposit/followAddress.ts'
import type { FollowDeps } from '../payin/deposit/followDeposits.ts'
import { findPayoutRail, type PayoutRails } from '../payout/PayoutRail.ts'
import { payoutTraitsOf } from '../payout/traits/PayoutTraits.ts'

/**
 * Follows a notice that an order changed on a chain: its address received coins, or a reorganisation changed the
 * outcome of a final payment from our wallet.
 */
export async function followChain(
  deps: FollowDeps & { payout: PayoutRails },
  { orderId }: { orderId: string },
): Promise<Followed> {
  const order = await deps.orders.find(orderId)
  if (!order) return 'unknown_reference'
  await followPayout(deps, order)
  return followAddress(deps, order)
}

/**
 * Applies that after a reorganisation a final pay-out has moved nothing, or that one that had moved nothing has left.
 */
async function followPayout(
  deps: FollowDeps & { payout: PayoutRails },
  { id, payout, quote }: Order,
): Promise<void> {
  if (
    !payoutTraitsOf(quote.payoutGroup).isOnChain ||
    (payout?.state !== 'done' && payout?.state !== 'refused')
  )
    return
  const { network } = Currency.get(quote.payout.currency)
  const state = await findPayoutRail(deps.payout, { group: quote.payoutGroup, network })?.getStatus(payout.id)
  if (payout.state === 'done' && state?.is === 'failed') {
    await applyFact(deps, { orderId: id, fact: { is: 'payout_failed', reason: state.reason } })
    deps.warnOperator(
      'a reorganisation undid a final pay-out: “owed list” names its order, “order resolve” resolves it',
      id,
    )
  }
  if (payout.state === 'refused' && state?.is === 'confirmed') {
    await applyFact(deps, { orderId: id, fact: { is: 'payout_done', txid: state.txid } })
    deps.warnOperator(
      'a failed pay-out has arrived after a reorganisation: “order show” shows what else has left',
      id,
    )
  }
}
