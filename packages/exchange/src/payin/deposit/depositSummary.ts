import { add, type Money } from '@cambio/wire/Money.ts'
import type { PayinSummary } from '../machine/PayinSummary.ts'
import type { Deposit, DepositPayin } from './DepositPayin.ts'

/** A pay-in by coins as its order sees it. All that came of the coin it asks for is its own together. */
export function depositSummary({ deposits }: DepositPayin, expected: Money): PayinSummary {
  const received = deposits.find(({ state }) => state === 'received')
  const amount = sumOf(deposits, 'received', expected)
  return {
    expected,
    reserved: null,
    authorised: null,
    received: received && amount ? { number: received.number, amount } : null,
    returning: sumOf(deposits, 'returning', expected),
    returned: sumOf(deposits, 'returned', expected),
    owed: sumOf(deposits, 'owed', expected),
    settledByHand: sumOf(deposits, 'closed', expected),
    chargedBack: null,
    isOpen: deposits.some(
      ({ state, amount: { currency } }) => state === 'seen' && currency === expected.currency,
    ),
    mayBegin: false,
  }
}

/** The sum in the coin that was asked for; where there is none of it, in the first other coin that came. */
function sumOf(deposits: readonly Deposit[], wanted: Deposit['state'], expected: Money): Money | null {
  const found = deposits.filter(({ state }) => state === wanted).map(({ amount }) => amount)
  const asked = found.find(({ currency }) => currency === expected.currency)
  const currency = (asked ?? found[0])?.currency
  const [first, ...rest] = found.filter((amount) => amount.currency === currency)
  return first ? rest.reduce((total, amount) => add(total, amount), first) : null
}
