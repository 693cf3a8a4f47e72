import type { Resolution } from '../../order/life/resolved.ts'
import { isStopped, payinOf, type Fact, type Order } from '../../order/Order.ts'
import type { PayoutRecall } from '../../payout/PayoutRecall.ts'

/**
 * The operator's instruction, with a pay-out called off that waits to be made and that nothing pays for after it: a wallet
 * that holds too little keeps coins waiting for days, and a bank is asked with the next file. Where a rail cannot call the
 * pay-out off any more, the instruction is as it was.
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

/** Whether an instruction is about the money that pays for the coins. What is owed for another payment is no such money. */
function leavesNothingToPayFor(order: Order, fact: Fact): fact is Resolution {
  if (fact.is === 'continued') return payinOf(order).received === null
  if (fact.is === 'refund_ordered') return fact.of === 'all' || isStopped(order)
  return fact.is === 'settled_by_hand' && isStopped(order)
}
