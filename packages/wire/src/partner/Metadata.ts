import * as z from 'zod/mini'

/** The most keys of a partner's own metadata, and the longest key and value. */
export const MOST_KEYS = 20
const KEY_LENGTH = 40
const VALUE_LENGTH = 500

const Key = z
  .string()
  .check(
    z.regex(
      new RegExp(`^[A-Za-z0-9][A-Za-z0-9_.-]{0,${KEY_LENGTH - 1}}$`),
      `Use 1 to ${KEY_LENGTH} of A-Z, a-z, 0-9, ., _ and -, beginning with a letter or digit`,
    ),
  )

/** A partner's own metadata, as sent: texts by key. */
export const MetadataInput = z.record(Key, z.string().check(z.maxLength(VALUE_LENGTH))).check(
  z.refine((metadata) => Object.keys(metadata).length <= MOST_KEYS, {
    error: `Use at most ${MOST_KEYS} keys`,
  }),
)

/** Metadata as returned. */
export const Metadata = z.record(z.string(), z.string())
export type Metadata = z.infer<typeof Metadata>

/** The member `metadata` of an answer, present where there is any. */
export function withMetadata(metadata: Metadata | undefined): { readonly metadata?: Metadata } {
  return metadata === undefined || Object.keys(metadata).length === 0 ? {} : { metadata }
}
