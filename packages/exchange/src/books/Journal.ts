import type { Money } from '@cambio/wire/Money.ts'

/** One line of the exchange's books on an account: positive units are a debit, negative ones a credit. */
export type Posting = {
  readonly account: string
  readonly asset: string
  readonly layer: 'pending' | 'posted'
  readonly units: bigint
}

/** Lines that are posted together and sum to zero. The id makes the posting idempotent; `resolves` releases a hold. */
export type Journal = {
  readonly id: string
  readonly kind: string
  /** The order that the journal is about. */
  readonly reference: string
  readonly resolves?: string
  readonly postings: readonly Posting[]
}

/** A debit of an account; no line for a zero amount. */
export function debit(
  account: string,
  { units, currency }: Money,
  layer: Posting['layer'] = 'posted',
): Posting[] {
  return units === 0n ? [] : [{ account, asset: currency, layer, units }]
}

/** A credit of an account; no line for a zero amount. */
export function credit(account: string, { units, currency }: Money, layer?: Posting['layer']): Posting[] {
  return debit(account, { units: -units, currency }, layer)
}

/** The journal that reverses another: the same lines with opposite signs, under an id and kind of its own. */
export function reversed({ reference, postings }: Journal, id: string, kind: string): Journal {
  return { id, kind, reference, postings: postings.map((each) => ({ ...each, units: -each.units })) }
}
