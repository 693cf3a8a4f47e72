import { equal } from '@cambio/wire/Money.ts'
import { hasEnded, liveAttempt, type Attempt, type Fact, type Order } from './Order.ts'

/** A fact about one attempt to charge a card. */
export type ChargeFact = Extract<Fact, { number: number }>

/** Where a fact takes an attempt; the same attempt where it says nothing new. */
export function attemptAfter(order: Order, attempt: Attempt, fact: ChargeFact): Attempt | 'contradiction' {
  const { state } = attempt
  switch (fact.is) {
    case 'challenged':
      return state === 'open' ? { ...base(attempt), state: 'challenged', ...pick(fact) } : attempt
    case 'declined':
      if (state === 'open' || state === 'challenged')
        return { ...base(attempt), state: 'declined', ...declined(fact) }
      return state === 'declined' ? attempt : 'contradiction'
    case 'held':
      if (state === 'open' || state === 'challenged')
        return wanted(order, attempt) && equal(fact.amount, order.quote.payin)
          ? { ...base(attempt), state: 'held', transId: fact.transId }
          : returning(attempt, fact.transId, false)
      return state === 'declined' ? returning(attempt, fact.transId, false) : attempt
    case 'settled':
      if (before(state) && !equal(fact.amount, order.quote.payin))
        return { ...base(attempt), state: 'owed', transId: fact.transId, settled: true, amount: fact.amount }
      if (state === 'open' || state === 'challenged' || state === 'held')
        return wanted(order, attempt)
          ? { ...base(attempt), state: 'settled', transId: fact.transId }
          : returning(attempt, fact.transId, true)
      if (state === 'returning' && !attempt.settled) return { ...attempt, settled: true }
      return state === 'declined' ? returning(attempt, fact.transId, true) : attempt
    case 'capture_refused':
      if (state === 'returning' || state === 'returned' || state === 'owed') return attempt
      if (before(state)) return returning(attempt, fact.transId, false)
      return 'contradiction'
    case 'returned':
      if (state === 'returned' || state === 'declined') return attempt
      if (state === 'returning')
        return { ...base(attempt), state: 'returned', transId: fact.transId, settled: attempt.settled }
      if (state === 'held' || state === 'open' || state === 'challenged')
        return { ...base(attempt), state: 'returned', transId: fact.transId, settled: false }
      if (state === 'settled')
        return { ...base(attempt), state: 'returned', transId: fact.transId, settled: true }
      return 'contradiction'
    case 'return_accepted':
      return state === 'returning' && !attempt.accepted ? { ...attempt, accepted: true } : attempt
    case 'return_refused':
      if (state !== 'returning') return attempt
      return {
        ...base(attempt),
        state: 'owed',
        transId: attempt.transId,
        settled: attempt.settled,
        amount: order.quote.payin,
      }
    case 'charged_back':
      return state === 'charged_back' && fact.amount.units <= attempt.amount.units
        ? attempt
        : { ...base(attempt), state: 'charged_back', transId: fact.transId, amount: fact.amount }
  }
}

/** Whether the money of an attempt in this state has not been booked as taken yet. */
function before(state: Attempt['state']): boolean {
  return state === 'open' || state === 'challenged' || state === 'held' || state === 'declined'
}

/** Whether the order still wants the money of this attempt. */
function wanted(order: Order, attempt: Attempt): boolean {
  if (hasEnded(order)) return false
  const live = liveAttempt(order)
  return live === undefined || live.number === attempt.number
}

/** The money of an attempt that no order wants goes back. */
export function returning(attempt: Attempt, transId: string, settled: boolean): Attempt {
  return { ...base(attempt), state: 'returning', transId, settled, accepted: false }
}

function pick({ transId, challenge }: Extract<Fact, { is: 'challenged' }>) {
  return { transId, challenge }
}

function declined({ transId, reason }: Extract<Fact, { is: 'declined' }>) {
  return { transId, reason }
}

/** What an attempt keeps whatever becomes of it. */
function base({ number, platformOrderId, sessionId, card, payerIp, returnTo, openedAt }: Attempt) {
  return { number, platformOrderId, sessionId, card, payerIp, returnTo, openedAt }
}
