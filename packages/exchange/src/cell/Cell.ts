import type { Random } from '../Random.ts'

/*
 * A cell is an exchange with a database of its own, beside others of the same operator behind one public address. A
 * router reads from an id alone which cell made it.
 */

/** A cell's name: two capital letters or digits, which leave ids enough randomness. */
export const CELL_NAME = /^[A-Z0-9]{2}$/

/** What an id is made of: randomness and the cell's name; null for an exchange without cells. */
export type IdSource = { readonly random: Random; readonly cell: string | null }

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'
const SEPARATOR = '-'

/** Five and six capital letters and digits with a hyphen between; in a cell, the first two are its name. */
export function newOrderId({ random, cell }: IdSource): string {
  const mark = cell ?? ''
  return `${mark}${random.pick(ALPHABET, 5 - mark.length)}-${random.pick(ALPHABET, 6)}`
}

/** A token that a router reads in an address or a header; in a cell, prefixed with its name and a hyphen. */
export function routedToken({ random, cell }: IdSource, bits: RoutedBits): string {
  const token = random.token(bits)
  return cell === null ? token : `${cell}${SEPARATOR}${token}`
}

/** How many random bits routed tokens have; the length tells whether a token has a cell's prefix. */
export type RoutedBits = 128 | 160 | 256

/**
 * A regular expression (as RE2 and PCRE read it) of all ids and tokens that a cell makes. A token without the prefix
 * may begin with the same characters, and is shorter.
 */
export function idsOfCell(cell: string): string {
  const tokens = lengths.map((length) => `[A-Za-z0-9_-]{${length}}`).join('|')
  return `^${cell}([A-Z0-9]{3}-[A-Z0-9]{6}|${SEPARATOR}(${tokens}))$`
}

const lengths = ([128, 160, 256] satisfies RoutedBits[]).map((bits) =>
  Math.ceil((Math.ceil(bits / 8) * 4) / 3),
)

/** Which of these cells made an id, by its prefix; undefined where none did. */
export function cellOfId(id: string, cells: readonly string[]): string | undefined {
  return cells.find((cell) => new RegExp(idsOfCell(cell)).test(id))
}
