import * as Currency from '@cambio/wire/Currency.ts'
import type { Followed } from '../../notice/Notice.ts'
import { applyFact } from '../../order/life/applyFact.ts'
import type { Order } from '../../order/Order.ts'
import { findPayoutRail, type PayoutRail, type PayoutRails } from '../../payout/PayoutRail.ts'
import { depositsOf } from '../Payin.ts'
import type { FollowDeps } from './followDeposits.ts'
import { hasReturned } from './machine/depositParts.ts'
import type { Deposit } from './machine/DepositPayin.ts'
import { outcomeOf, refundId, type RefundFact } from './refundDeposit.ts'

/**
 * Applies the effect of a reorganisation on an order's refunds: one that had arrived moved nothing after all, and is
 * owed again; or one that had moved nothing arrived.
 * @returns `unanswered` while another try is still under way for a refund that has arrived
 */
export async function followRefunds(
  deps: FollowDeps & { payout: PayoutRails },
  order: Order,
): Promise<Followed> {
  let followed: Followed = 'answered'
  for (const deposit of depositsOf(order.payin)) {
    const { network } = Currency.get(deposit.amount.currency)
    const rail = findPayoutRail(deps.payout, { group: 'crypto', network })
    const fact = rail && (await undoneBy(rail, order, deposit))
    if (fact === undefined) continue
    if (fact.is === 'refund_done' && deposit.state === 'returning') {
      followed = 'unanswered'
      continue
    }
    await applyFact(deps, { orderId: order.id, fact })
    deps.warnOperator(
      fact.is === 'refund_done'
        ? 'a failed refund in coins has arrived after a reorganisation: “order show” shows what else has left'
        : 'a reorganisation undid a refund in coins, which are owed again: “owed return” pays them once more',
      order.id,
    )
  }
  return followed
}

/**
 * The fact that contradicts the record of a deposit's refunds; undefined where none does. The newest refund is asked
 * about only once it had arrived: before that, the order follows it by itself.
 */
async function undoneBy(rail: PayoutRail, order: Order, deposit: Deposit): Promise<RefundFact | undefined> {
  const { refundFailures } = deposit
  const tries = hasReturned(deposit) ? refundFailures + 1 : refundFailures
  for (let failures = 0; failures < tries; failures++) {
    const tried = { ...deposit, refundFailures: failures }
    const status = await rail.getStatus(refundId(order, tried))
    const contradicting = failures === refundFailures ? 'failed' : 'confirmed'
    const outcome = outcomeOf(tried, status)
    if (status.is === contradicting && outcome !== 'unknown') return outcome
  }
  return undefined
}
