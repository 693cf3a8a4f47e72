import { isStopped, payinOf, type Fact, type Order } from '@cambio/exchange/order/Order.ts'
import type { Resolution } from '@cambio/exchange/order/resolved.ts'
import { callOffPayout } from '@cambio/rails/chain/payout/callOffPayout.ts'
import { callOffPayment } from '@cambio/rails/sepa/BankPayments.ts'
import type { Query } from '@cambio/server/postgres/Database.ts'

/**
 * The operator's instruction, with a pay-out called off that waits to be made and that nothing pays for after it: a wallet
 * that holds too little keeps coins waiting for days, and a bank is asked with the next file. Where it was signed already,
 * or a file has had it, the instruction is as it was.
 */
export async function withoutCoins(
  { query, now }: { query: Query; now: () => Date },
  order: Order,
  fact: Fact,
): Promise<Fact> {
  if (!leavesNothingToPayFor(order, fact)) return fact
  return (await isCalledOff(query, order, { reason: fact.note, at: now() }))
    ? { ...fact, isUnsent: true }
    : fact
}

async function isCalledOff(
  query: Query,
  { id: orderId, payout, quote, destination }: Order,
  why: { reason: string; at: Date },
): Promise<boolean> {
  if (payout?.state !== 'sending') return false
  const { payout: amount } = quote
  switch (quote.payoutGroup) {
    case 'crypto':
      return callOffPayout(query, { payoutId: payout.id, currency: amount.currency, ...why })
    case 'sepa':
      return callOffPayment(query, { id: payout.id, orderId, amount, iban: destination.address, at: why.at })
    case 'balance':
      return false
  }
}

/** Whether an instruction is about the money that pays for the coins. What is owed for another payment is no such money. */
function leavesNothingToPayFor(order: Order, fact: Fact): fact is Resolution {
  if (fact.is === 'continued') return payinOf(order).received === null
  if (fact.is === 'refund_ordered') return fact.of === 'all' || isStopped(order)
  return fact.is === 'settled_by_hand' && isStopped(order)
}
