import type { Money } from '@cambio/wire/Money.ts'
import { ORDINARY, type PayinSummary } from '../../machine/PayinSummary.ts'
import type { BalancePayin } from './BalancePayin.ts'

/**
 * A pay-in from a balance as its order sees it. Reserved money is still the client's, and is released when the order
 * expires.
 */
export function balanceSummary({ state }: BalancePayin, expected: Money): PayinSummary {
  return {
    ...ORDINARY,
    expected,
    reserved: state === 'reserved' ? expected : null,
    authorised: null,
    received: state === 'taken' ? { number: 1, amount: expected } : null,
    returning: null,
    returned: state === 'returned' ? expected : null,
    owed: null,
    settledByHand: state === 'closed' ? expected : null,
    chargedBack: null,
    disputed: null,
    lost: null,
    writtenOff: null,
    isOpen: false,
    isAwaited: false,
    mayBegin: false,
  }
}
