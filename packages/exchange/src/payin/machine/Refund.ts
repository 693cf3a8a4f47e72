import type { Money } from '@cambio/wire/Money.ts'

/** A refund that an instruction caused, under way or arrived. */
export type Refund = { readonly amounts: readonly Money[] } & (
  | { readonly is: 'balance' }
  /** The card platform is asked to refund it, or to void it where it is only on hold. */
  | { readonly is: 'card'; readonly wasCaptured: boolean }
  | { readonly is: 'transfer' }
  | { readonly is: 'coins'; readonly wallet: string | null }
)

/** The payments that are being returned now and were not before. */
export function newlyReturning<Payment extends { readonly number: number; readonly state: string }>(
  before: readonly Payment[],
  after: readonly Payment[],
): Payment[] {
  const already = new Set(before.filter(({ state }) => state === 'returning').map(({ number }) => number))
  return after.filter(({ number, state }) => state === 'returning' && !already.has(number))
}
