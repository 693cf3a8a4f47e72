import type { Money } from '@cambio/wire/Money.ts'
import type { CardFact, ChargeFact } from '../src/payin/card/machine/CardPayin.ts'

/*
 * Facts about charges of one order, for tests.
 */

const openedAt = new Date('2030-01-01T00:00:00.000Z')

export const payin: Money = { units: 10_000n, currency: 'EUR' }
/** Not what the buyer was asked to pay. */
export const otherAmount: Money = { units: 9_999n, currency: 'EUR' }

export function attempt(number: number): CardFact & { is: 'attempted' } {
  return {
    is: 'attempted',
    attempt: {
      state: 'open',
      number,
      platformOrderId: `ABCDE-123456-${number}`,
      sessionId: `s${number}`,
      card: { mask: '411111******1111', brand: 'Visa', issuerCountry: null, wallet: null },
      cardKey: null,
      payerIp: '127.0.0.1',
      returnTo: 'frame',
      openedAt,
      reasonHidden: false,
    },
  }
}

type Of<Is extends ChargeFact['is']> = ChargeFact & { is: Is }

export const challenged: Of<'challenged'> = { is: 'challenged', number: 1, transId: 't1', challenge: null }
export const declined: Of<'declined'> = {
  is: 'declined',
  number: 1,
  transId: 't1',
  reason: 'Insufficient funds',
}
export const turnedAway: Of<'turned_away'> = { is: 'turned_away', number: 1 }
/** The platform never heard of it, and its token cannot charge any more. */
export const timedOut: Of<'declined'> = { is: 'declined', number: 1, transId: null, reason: 'Timeout' }
/** The person who pays was checked as it came, here and where it is settled. */
export const held: Of<'held'> = { is: 'held', number: 1, transId: 't1', amount: payin, checked: true }
export const settled: Of<'settled'> = {
  is: 'settled',
  number: 1,
  transId: 't1',
  amount: payin,
  checked: true,
}
export const wronglySettled: Of<'settled'> = { ...settled, amount: otherAmount }
export const captureRefused: Of<'capture_refused'> = {
  is: 'capture_refused',
  number: 1,
  transId: 't1',
  amount: payin,
}
export const returned: Of<'returned'> = { is: 'returned', number: 1, transId: 't1' }
export const returnAccepted: Of<'return_accepted'> = { is: 'return_accepted', number: 1 }
export const returnRefused: Of<'return_refused'> = { is: 'return_refused', number: 1 }

export function chargedBack(units: bigint): Of<'charged_back'> {
  return { is: 'charged_back', number: 1, transId: 't1', amount: { units, currency: 'EUR' } }
}

export function disputeWon(units: bigint, won: bigint): Of<'dispute_won'> {
  return { ...chargedBack(units), is: 'dispute_won', won: { units: won, currency: 'EUR' } }
}
