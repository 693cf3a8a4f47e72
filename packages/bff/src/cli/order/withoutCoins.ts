import { isStopped, payinOf, type Fact, type Order } from '@cambio/exchange/order/Order.ts'
import type { Resolution } from '@cambio/exchange/order/resolved.ts'
import { callOffPayout } from '@cambio/rails/chain/payout/callOffPayout.ts'
import type { Query } from '@cambio/server/postgres/Database.ts'

/**
 * The operator's instruction, with coins called off that wait to be sent and that nothing pays for after it: a wallet that
 * holds too little keeps them waiting for days. Where they were signed already, the instruction is as it was.
 */
export async function withoutCoins(
  { query, now }: { query: Query; now: () => Date },
  order: Order,
  fact: Fact,
): Promise<Fact> {
  const { payout, quote } = order
  if (payout?.state !== 'sending' || quote.payoutGroup !== 'crypto') return fact
  if (!leavesNothingToPayFor(order, fact)) return fact
  const { currency } = quote.payout
  const payment = { payoutId: payout.id, currency, reason: fact.note, at: now() }
  return (await callOffPayout(query, payment)) ? { ...fact, isUnsent: true } : fact
}

/** Whether an instruction is about the money that pays for the coins. What is owed for another payment is no such money. */
function leavesNothingToPayFor(order: Order, fact: Fact): fact is Resolution {
  if (fact.is === 'continued') return payinOf(order).received === null
  if (fact.is === 'refund_ordered') return fact.of === 'all' || isStopped(order)
  return fact.is === 'settled_by_hand' && isStopped(order)
}
