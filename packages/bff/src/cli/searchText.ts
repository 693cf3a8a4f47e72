import type { Metadata } from '@cambio/wire/partner/Metadata.ts'

/** How many rows a search lists where none are named. */
export const USUAL_ROWS = 50

/** The last line of a search that found more rows than it lists. */
export function moreText(rows: number): string {
  return `There are more: these are the newest ${rows}. “--rows ${rows * 2}” lists more of them.`
}

/** A partner's metadata at the end of a line. */
export function metadataText(metadata: Metadata | null): string {
  const pairs = Object.entries(metadata ?? {}).map(([key, value]) => `${key}=${value}`)
  return pairs.length === 0 ? '' : `  ${pairs.join(' ')}`
}
