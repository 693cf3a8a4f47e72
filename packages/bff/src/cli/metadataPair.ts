import { kind } from '@cambio/server/cli/arguments.ts'
import type { Metadata } from '@cambio/wire/partner/Metadata.ts'

/** An entry of a partner's metadata, as key=value. */
export const metadataPair = kind('KEY=VALUE', 'a key, = and what was noted under it', (written) => {
  const [, key, value] = /^([^=]+)=(.*)$/s.exec(written) ?? []
  return key === undefined || value === undefined ? undefined : ([key, value] as const)
})

/** All entries that were named; null for none, so that any metadata will do. */
export function metadataOf(pairs: readonly (readonly [string, string])[]): Metadata | null {
  return pairs.length === 0 ? null : Object.fromEntries(pairs)
}
