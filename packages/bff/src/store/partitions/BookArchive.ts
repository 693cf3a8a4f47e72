/** What an archive of the books took, and the journal that carries its balances forward. */
export type BookArchive = {
  /** The id of that journal. */
  readonly journal: string
  /** Numbers as text: they are kept as JSON. */
  readonly journals: string
  readonly lines: string
}

/** The kind of the journals that carry balances forward. Each refers to the SHA-256 of its archive. */
export const CARRIED_FORWARD = 'carried_forward'

/** The id of such a journal. It says what its archive has, so that the chain of seals keeps that, too. */
export function carriedId(
  before: Date,
  { journals, lines }: Pick<BookArchive, 'journals' | 'lines'>,
): string {
  return `carried:${before.toISOString().slice(0, 10)}:${journals}:${lines}`
}
