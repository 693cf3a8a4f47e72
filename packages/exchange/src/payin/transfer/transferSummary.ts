import { add, type Money } from '@cambio/wire/Money.ts'
import type { PayinSummary } from '../machine/PayinSummary.ts'
import type { Transfer, TransferPayin } from './TransferPayin.ts'

/** A pay-in by bank transfer as its order sees it. The order goes by what came, whatever its pay-in was. */
export function transferSummary({ transfers }: TransferPayin, expected: Money): PayinSummary {
  const received = transfers.find(({ state }) => state === 'received')
  return {
    expected,
    reserved: null,
    authorised: null,
    received: received ? { number: received.number, amount: received.amount } : null,
    returning: sum(transfers, 'returning'),
    returned: sum(transfers, 'returned'),
    owed: sum(transfers, 'owed'),
    settledByHand: sum(transfers, 'closed'),
    chargedBack: null,
    disputed: null,
    lost: null,
    writtenOff: null,
    isOpen: false,
    isAwaited: false,
    mayBegin: false,
  }
}

function sum(transfers: readonly Transfer[], state: Transfer['state']): Money | null {
  const [first, ...rest] = transfers.filter((transfer) => transfer.state === state)
  return first ? rest.reduce((total, { amount }) => add(total, amount), first.amount) : null
}
