import type { Money } from '@cambio/wire/Money.ts'

/** One line onto an account of the exchange's books: debit above zero, credit below. */
export type Posting = {
  readonly account: string
  readonly asset: string
  readonly layer: 'pending' | 'posted'
  readonly units: bigint
}

/** Lines that happen together and sum to zero. The id makes it happen once; `resolves` takes a hold back. */
export type Journal = {
  readonly id: string
  readonly kind: string
  /** The order that it is about. */
  readonly reference: string
  readonly resolves?: string
  readonly postings: readonly Posting[]
}

/** A line onto an account; none where nothing moves. */
export function debit(
  account: string,
  { units, currency }: Money,
  layer: Posting['layer'] = 'posted',
): Posting[] {
  return units === 0n ? [] : [{ account, asset: currency, layer, units }]
}

/** A line off an account; none where nothing moves. */
export function credit(account: string, { units, currency }: Money, layer?: Posting['layer']): Posting[] {
  return debit(account, { units: -units, currency }, layer)
}

/** The journal that takes another one back: its lines with the sign turned round, under an id and kind of its own. */
export function reversed({ reference, postings }: Journal, id: string, kind: string): Journal {
  return { id, kind, reference, postings: postings.map((each) => ({ ...each, units: -each.units })) }
}
