import { add, subtract, type Money } from '@cambio/wire/Money.ts'
import { ORDINARY, type PayinSummary, type Receipt } from '../../machine/PayinSummary.ts'
import { hasRefusedCoins } from './depositParts.ts'
import type { Deposit, DepositPayin } from './DepositPayin.ts'

/** A pay-in by coins as its order sees it. All deposits of the order's own coin count together. */
export function depositSummary({ deposits, refundAddress }: DepositPayin, expected: Money): PayinSummary {
  const isOwed = deposits.some(({ state }) => state === 'owed')
  const isOpen = deposits.some(
    ({ state, amount: { currency } }) => state === 'seen' && currency === expected.currency,
  )
  return {
    ...ORDINARY,
    expected,
    reserved: null,
    authorised: null,
    received: receiptOf(
      deposits.filter(({ state }) => state === 'received'),
      expected,
    ),
    returning: sumOf(deposits.map(sentBack), 'returning', expected),
    returned: sumOf(deposits.map(sentBack), 'returned', expected),
    owed: sumOf(deposits, 'owed', expected),
    settledByHand: sumOf(deposits, 'closed', expected),
    chargedBack: null,
    disputed: null,
    lost: receiptOf(
      deposits.filter(({ lostFrom }) => lostFrom === 'received' || lostFrom === 'written_off'),
      expected,
    ),
    writtenOff:
      receiptOf(
        deposits.filter(({ lostFrom }) => lostFrom === 'written_off'),
        expected,
      )?.amount ?? null,
    isOpen,
    isAwaited: isOpen && !hasRefusedCoins(deposits, expected.currency),
    mayBegin: false,
    isPricedOnReceipt: true,
    hasOnlyOther: deposits
      .filter(({ amount: { currency } }) => currency === expected.currency)
      .every(({ state }) => state === 'seen' || state === 'gone'),
    asksWhereTo: true,
    refundAddress: refundAddress === null ? (isOwed ? 'needed' : null) : 'given',
  }
}

/** A deposit with its refund amount: the received amount minus the network fee, once that is known. */
function sentBack(deposit: Deposit): Deposit {
  const { amount, refundFee } = deposit
  return refundFee === null ? deposit : { ...deposit, amount: subtract(amount, refundFee) }
}

function sumOf(deposits: readonly Deposit[], state: Deposit['state'], expected: Money): Money | null {
  const matching = deposits.filter((deposit) => deposit.state === state)
  return receiptOf(matching, expected)?.amount ?? null
}

/** The sum of deposits in the expected coin; if there are none, in the first other coin received. */
function receiptOf(deposits: readonly Deposit[], expected: Money): Receipt | null {
  const [earliest] = deposits
  const amounts = deposits.map(({ amount }) => amount)
  const own = amounts.find(({ currency }) => currency === expected.currency)
  const currency = (own ?? amounts[0])?.currency
  const [first, ...rest] = amounts.filter((amount) => amount.currency === currency)
  if (!earliest || !first) return null
  return { number: earliest.number, amount: rest.reduce((total, amount) => add(total, amount), first) }
}
