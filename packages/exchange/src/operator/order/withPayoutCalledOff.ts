import type { Resolution } from '../../order/life/resolved.ts'
import { isStopped, payinOf, type Fact, type Order } from '../../order/Order.ts'
import type { PayoutRecall } from '../../payout/PayoutRecall.ts'

/**
 * Adds to the operator's instruction that a waiting pay-out is called off, if nothing pays for it afterwards. A pay-out
 * may wait for days in a wallet without enough coins, or for the next payment file. If the rail can no longer call the
 * pay-out off, the instruction is unchanged.
 */
export async function withPayoutCalledOff(
  { recalls, now }: { readonly recalls: readonly PayoutRecall[]; readonly now: () => Date },
  order: Order,
  fact: Fact,
): Promise<Fact> {
  if (!leavesNothingToPayFor(order, fact)) return fact
  const { id: orderId, payout, quote, destination } = order
  if (payout?.state !== 'sending') return fact
  const payment = { payoutId: payout.id, orderId, amount: quote.payout, address: destination.address }
  const why = { reason: fact.note, at: now() }
  for (const recall of recalls)
    if (recall.group === quote.payoutGroup && (await recall.callOff(payment, why)))
      return { ...fact, isUnsent: true }
  return fact
}

/**
 * Whether an instruction is about the money that pays for the coins, and not only about money owed for another payment.
 */
function leavesNothingToPayFor(order: Order, fact: Fact): fact is Resolution {
  if (fact.is === 'continued') return payinOf(order).received === null
  if (fact.is === 'refund_ordered') return fact.of === 'all' || isStopped(order)
  return fact.is === 'settled_by_hand' && isStopped(order)
}
