import { equal, type Money } from '@cambio/wire/Money.ts'
import { hasEnded, liveAttempt, type Attempt, type Fact, type Order } from '../../order/Order.ts'

/** A fact about one attempt to charge a card. */
export type ChargeFact = Extract<Fact, { number: number }>

/** Where a fact takes an attempt; the same attempt where it says nothing new. */
export function attemptAfter(order: Order, attempt: Attempt, fact: ChargeFact): Attempt | 'contradiction' {
  const { state } = attempt
  switch (fact.is) {
    case 'challenged':
      if (state === 'open') return { ...base(attempt), state: 'challenged', ...pick(fact) }
      return state === 'challenged' && !attempt.challenge && fact.challenge
        ? { ...attempt, challenge: fact.challenge }
        : attempt
    case 'declined':
      if (state === 'open' || state === 'challenged')
        return { ...base(attempt), state: 'declined', ...declined(fact) }
      return state === 'declined' || state === 'closed' ? attempt : 'contradiction'
    case 'held':
      if (state === 'open' || state === 'challenged')
        return wanted(order, attempt) && equal(fact.amount, order.quote.payin)
          ? { ...base(attempt), state: 'held', transId: fact.transId }
          : returning(attempt, fact, false)
      return state === 'declined' ? returning(attempt, fact, false) : attempt
    case 'settled':
      return settled(order, attempt, fact)
    case 'capture_refused':
      if (state === 'returning' || state === 'returned' || state === 'owed' || state === 'closed')
        return attempt
      return before(state) ? returning(attempt, fact, false) : 'contradiction'
    case 'returned':
      if (state === 'charged_back' || (state === 'closed' && attempt.settled)) return 'contradiction'
      if (state === 'returned' || state === 'closed' || state === 'declined') return attempt
      return { ...base(attempt), state: 'returned', transId: fact.transId, settled: isTaken(attempt) }
    case 'return_accepted':
      return state === 'returning' && !attempt.accepted ? { ...attempt, accepted: true } : attempt
    case 'return_refused': {
      if (state !== 'returning') return attempt
      const { transId, settled, amount } = attempt
      return { ...base(attempt), state: 'owed', transId, settled, amount }
    }
    case 'charged_back':
      return state === 'charged_back' && fact.amount.units <= attempt.amount.units
        ? attempt
        : { ...base(attempt), state: 'charged_back', transId: fact.transId, amount: fact.amount }
  }
}

function settled(order: Order, attempt: Attempt, fact: ChargeFact & { is: 'settled' }): Attempt {
  const { state } = attempt
  const { transId, amount } = fact
  const isSurprise = state === 'closed' && !attempt.settled
  if (isSurprise || (before(state) && !equal(amount, order.quote.payin)))
    return { ...base(attempt), state: 'owed', transId, settled: true, amount }
  if (state === 'declined') return returning(attempt, fact, true)
  if (state === 'open' || state === 'challenged' || state === 'held')
    return wanted(order, attempt)
      ? { ...base(attempt), state: 'settled', transId }
      : returning(attempt, fact, true)
  return (state === 'returning' || state === 'owed') && !attempt.settled
    ? { ...attempt, settled: true, amount }
    : attempt
}

/** Whether the platform has taken the money, as far as is known. */
function isTaken(attempt: Attempt): boolean {
  return 'settled' in attempt ? attempt.settled : attempt.state === 'settled'
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

/** The money of an attempt goes back: no order wants it any more. */
export function returning(
  attempt: Attempt,
  { transId, amount }: { readonly transId: string; readonly amount: Money },
  settled: boolean,
): Attempt {
  return { ...base(attempt), state: 'returning', transId, settled, accepted: false, amount }
}

/** The operator has settled an attempt with the buyer by hand. */
export function closed(attempt: Attempt): Attempt {
  const transId = 'transId' in attempt ? attempt.transId : null
  if (transId === null) throw new Error('An attempt that the platform does not know has no money')
  return { ...base(attempt), state: 'closed', transId, settled: isTaken(attempt) }
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
