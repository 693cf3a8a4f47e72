import type { Money } from '@cambio/wire/Money.ts'

/** What is on its way back since an instruction, or has arrived by it. */
export type WayBack = { readonly amounts: readonly Money[] } & (
  | { readonly is: 'balance' }
  /** The card platform is asked to give it back or, of what it only holds, to let it go. */
  | { readonly is: 'card'; readonly wasTaken: boolean }
  | { readonly is: 'transfer' }
  | { readonly is: 'coins'; readonly wallet: string | null }
)

/** The payments that go back now and did not before. */
export function goingBackSince<Payment extends { readonly number: number; readonly state: string }>(
  before: readonly Payment[],
  after: readonly Payment[],
): Payment[] {
  const already = new Set(before.filter(({ state }) => state === 'returning').map(({ number }) => number))
  return after.filter(({ number, state }) => state === 'returning' && !already.has(number))
}
