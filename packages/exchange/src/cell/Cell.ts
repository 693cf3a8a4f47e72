import type { Random } from '../Random.ts'

/*
 * A cell is an exchange with a database of its own, beside others of the same operator behind one public address. A router
 * reads from an id which cell made it, and asks nobody.
 */

/** How a cell is named: two capital letters or digits, of which ids still have room for their chance. */
export const CELL_NAME = /^[A-Z0-9]{2}$/

/** What an id is made of: chance, and the name of the cell; null for an exchange that stands alone. */
export type IdSource = { readonly random: Random; readonly cell: string | null }

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'
const SEPARATOR = '-'

/** Five and six of capital letters and digits; in a cell, its name is the first two of them. */
export function newOrderId({ random, cell }: IdSource): string {
  const mark = cell ?? ''
  return `${mark}${random.pick(ALPHABET, 5 - mark.length)}-${random.pick(ALPHABET, 6)}`
}

/** A token that a router meets in an address or a header; in a cell, its name and a hyphen stand before it. */
export function routedToken({ random, cell }: IdSource, bits: RoutedBits): string {
  const token = random.token(bits)
  return cell === null ? token : `${cell}${SEPARATOR}${token}`
}

/** How many random bits routed tokens have; their length tells one without a mark from one with. */
export type RoutedBits = 128 | 160 | 256

/**
 * A regular expression (as RE2 and PCRE read it) of all ids and tokens that a cell makes. A token without a mark may begin
 * like one with it, and is shorter.
 */
export function idsOfCell(cell: string): string {
  const tokens = lengths.map((length) => `[A-Za-z0-9_-]{${length}}`).join('|')
  return `^${cell}([A-Z0-9]{3}-[A-Z0-9]{6}|${SEPARATOR}(${tokens}))$`
}

const lengths = ([128, 160, 256] satisfies RoutedBits[]).map((bits) =>
  Math.ceil((Math.ceil(bits / 8) * 4) / 3),
)

/** Which of these cells made an id, by its beginning; undefined where none of them did. */
export function cellOfId(id: string, cells: readonly string[]): string | undefined {
  return cells.find((cell) => new RegExp(idsOfCell(cell)).test(id))
}
