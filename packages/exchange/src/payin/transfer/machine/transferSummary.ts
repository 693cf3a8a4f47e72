import { add, type Money } from '@cambio/wire/Money.ts'
import { ORDINARY, type PayinSummary, type Receipt } from '../../machine/PayinSummary.ts'
import { stillChargedBack } from './reversalStep.ts'
import type { Transfer, TransferPayin } from './TransferPayin.ts'

/**
 * A pay-in by bank transfer as its order sees it. What counts is the money received, whatever the quote's pay-in was.
 */
export function transferSummary({ transfers }: TransferPayin, expected: Money): PayinSummary {
  const received = transfers.find(({ state }) => state === 'received')
  const reversed = transfers.filter(({ state }) => state === 'taken_back')
  const disputed = reversed.find(({ reversal }) => reversal?.from === 'received')
  return {
    ...ORDINARY,
    expected,
    reserved: null,
    authorised: null,
    received: received ? receipt(received) : null,
    returning: sumIn(transfers, 'returning'),
    returned: sumIn(transfers, 'returned'),
    owed: sumIn(transfers, 'owed'),
    settledByHand: sumIn(transfers, 'closed'),
    chargedBack: sum(reversed.flatMap(({ reversal }) => (reversal ? [stillChargedBack(reversal)] : []))),
    disputed: disputed ? receipt(disputed) : null,
    lost: null,
    writtenOff: null,
    isOpen: false,
    isAwaited: false,
    mayBegin: false,
  }
}

function receipt({ number, amount }: Transfer): Receipt {
  return { number, amount }
}

function sumIn(transfers: readonly Transfer[], state: Transfer['state']): Money | null {
  return sum(transfers.filter((transfer) => transfer.state === state).map(({ amount }) => amount))
}

function sum([first, ...rest]: readonly Money[]): Money | null {
  return first ? rest.reduce(add, first) : null
}
