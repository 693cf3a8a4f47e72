import type { Money } from '@cambio/wire/Money.ts'
import type { Order } from '../../order/Order.ts'
import { attemptsOf, depositsOf, transfersOf } from '../../payin/Payin.ts'

/** What is on its way back since an instruction, or has arrived by it. */
export type WayBack = { readonly amounts: readonly Money[] } & (
  | { readonly is: 'balance' }
  /** The card platform is asked to give it back or, of what it only holds, to let it go. */
  | { readonly is: 'card'; readonly wasTaken: boolean }
  | { readonly is: 'transfer' }
  | { readonly is: 'coins'; readonly wallet: string | null }
)

/** What is on its way back since the instruction; null where nothing is. */
export function wayBack(before: Order, after: Order): WayBack | null {
  const { payin } = after
  switch (payin.is) {
    case 'balance':
      return payin.state === 'returned' ? { is: 'balance', amounts: [after.quote.payin] } : null
    case 'card': {
      const [attempt] = begun(attemptsOf(before.payin), payin.attempts)
      return attempt?.state === 'returning'
        ? { is: 'card', amounts: [attempt.amount], wasTaken: attempt.settled }
        : null
    }
    case 'transfer': {
      const leaving = begun(transfersOf(before.payin), payin.transfers)
      return leaving.length === 0 ? null : { is: 'transfer', amounts: amountsOf(leaving) }
    }
    case 'deposit': {
      const leaving = begun(depositsOf(before.payin), payin.deposits)
      return leaving.length === 0
        ? null
        : { is: 'coins', amounts: amountsOf(leaving), wallet: payin.refundAddress }
    }
  }
}

/** The payments that go back now and did not before. */
function begun<Payment extends { readonly number: number; readonly state: string }>(
  before: readonly Payment[],
  after: readonly Payment[],
): Payment[] {
  const already = new Set(before.filter(({ state }) => state === 'returning').map(({ number }) => number))
  return after.filter(({ number, state }) => state === 'returning' && !already.has(number))
}

function amountsOf(payments: readonly { readonly amount: Money }[]): Money[] {
  return payments.map(({ amount }) => amount)
}
