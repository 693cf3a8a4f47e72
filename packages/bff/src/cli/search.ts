import { kind, optional, repeated, text, wholeNumber } from '@cambio/server/cli/arguments.ts'
import type { Metadata } from '@cambio/wire/partner/Metadata.ts'

/* What the commands that search orders, clients and widget requests have in common. */

/** An entry of a partner's metadata, as key=value. */
const metadataPair = kind('KEY=VALUE', 'a key, = and what was noted under it', (written) => {
  const [, key, value] = /^([^=]+)=(.*)$/s.exec(written) ?? []
  return key === undefined || value === undefined ? undefined : ([key, value] as const)
})

export const searchOptions = {
  partner: optional(text('PARTNER')),
  metadata: repeated(metadataPair),
  rows: optional(wholeNumber({ least: 1 })),
}

/** How many rows a search lists where none are named. */
export const USUAL_ROWS = 50

/** All entries that were named; null for none, so that any metadata will do. */
export function metadataOf(pairs: readonly (readonly [string, string])[]): Metadata | null {
  return pairs.length === 0 ? null : Object.fromEntries(pairs)
}

/** What a search lists of what it found, where it asked for one row more than it lists. */
export function listed<Row>(found: readonly Row[], rows: number): { shown: readonly Row[]; more: boolean } {
  return { shown: found.slice(0, rows), more: found.length > rows }
}

/** A list of what was found, or that there is nothing. */
export function listText(
  lines: readonly string[],
  list: { rows: number; more: boolean; none: string },
): string {
  const { rows, more, none } = list
  const last = `There are more: these are the newest ${rows}. “--rows ${rows * 2}” lists more of them.`
  return [...lines, ...(more ? [last] : [])].join('\n') || none
}

/** A partner's metadata at the end of a line. */
export function metadataText(metadata: Metadata | null): string {
  const pairs = Object.entries(metadata ?? {}).map(([key, value]) => `${key}=${value}`)
  return pairs.length === 0 ? '' : `  ${pairs.join(' ')}`
}
