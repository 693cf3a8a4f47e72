import { add, type Money } from '@cambio/wire/Money.ts'
import { ORDINARY, type PayinSummary, type Receipt } from '../../machine/PayinSummary.ts'
import { attemptsLeft, liveAttempt, type Attempt, type CardPayin } from './CardPayin.ts'

/** A pay-in by card as its order sees it. The amount on hold or settled is exactly the expected one. */
export function cardSummary(payin: CardPayin, expected: Money): PayinSummary {
  const { attempts } = payin
  const received = attempts.find(({ state }) => state === 'settled')
  const held = attempts.find(({ state }) => state === 'held')
  const isOpen = attempts.some(({ state }) => state === 'open' || state === 'challenged')
  return {
    ...ORDINARY,
    expected,
    reserved: null,
    authorised: held ? expected : null,
    received: received ? receipt(received, expected) : null,
    returning: sum(attempts, 'returning'),
    returned: sum(attempts, 'returned'),
    owed: sum(attempts, 'owed'),
    settledByHand: sum(attempts, 'closed'),
    chargedBack: sum(attempts, 'charged_back'),
    disputed: disputedOf(payin, expected),
    lost: null,
    writtenOff: null,
    isOpen,
    isAwaited: isOpen,
    mayBegin: attemptsLeft(payin) > 0,
    isHeldFirst: true,
    heldSince: held?.openedAt ?? null,
    begunAt: liveAttempt(payin)?.openedAt ?? null,
  }
}

function receipt({ number }: Attempt, amount: Money): Receipt {
  return { number, amount }
}

function disputedOf({ attempts }: CardPayin, expected: Money): Receipt | null {
  const disputed = attempts.find(
    ({ state, dispute }) =>
      state === 'charged_back' && (dispute === undefined || dispute.from === 'received'),
  )
  return disputed ? receipt(disputed, expected) : null
}

type WithAmount = Extract<Attempt, { amount: Money }>

function sum(attempts: readonly Attempt[], state: WithAmount['state']): Money | null {
  let total: Money | null = null
  for (const attempt of attempts)
    if ('amount' in attempt && attempt.state === state)
      total = total ? add(total, attempt.amount) : attempt.amount
  return total
}
