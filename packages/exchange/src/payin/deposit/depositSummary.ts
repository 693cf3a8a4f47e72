import { add, type Money } from '@cambio/wire/Money.ts'
import type { PayinSummary, Receipt } from '../machine/PayinSummary.ts'
import type { Deposit, DepositPayin } from './DepositPayin.ts'

/** A pay-in by coins as its order sees it. All that came of the coin it asks for is its own together. */
export function depositSummary({ deposits }: DepositPayin, expected: Money): PayinSummary {
  return {
    expected,
    reserved: null,
    authorised: null,
    received: receiptOf(
      deposits.filter(({ state }) => state === 'received'),
      expected,
    ),
    returning: sumOf(deposits, 'returning', expected),
    returned: sumOf(deposits, 'returned', expected),
    owed: sumOf(deposits, 'owed', expected),
    settledByHand: sumOf(deposits, 'closed', expected),
    chargedBack: null,
    lost: receiptOf(
      deposits.filter(({ lostFrom }) => lostFrom === 'received'),
      expected,
    ),
    isOpen: deposits.some(
      ({ state, amount: { currency } }) => state === 'seen' && currency === expected.currency,
    ),
    mayBegin: false,
  }
}

function sumOf(deposits: readonly Deposit[], wanted: Deposit['state'], expected: Money): Money | null {
  const found = deposits.filter(({ state }) => state === wanted)
  return receiptOf(found, expected)?.amount ?? null
}

/** Their sum in the coin that was asked for; where there is none of it, in the first other coin that came. */
function receiptOf(deposits: readonly Deposit[], expected: Money): Receipt | null {
  const [earliest] = deposits
  const found = deposits.map(({ amount }) => amount)
  const asked = found.find(({ currency }) => currency === expected.currency)
  const currency = (asked ?? found[0])?.currency
  const [first, ...rest] = found.filter((amount) => amount.currency === currency)
  if (!earliest || !first) return null
  return { number: earliest.number, amount: rest.reduce((total, amount) => add(total, amount), first) }
}
