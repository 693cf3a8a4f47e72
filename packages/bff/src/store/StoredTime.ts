import * as z from 'zod/mini'

/** A time in stored JSON. */
export const StoredTime = z.pipe(
  z.string(),
  z.transform((text) => new Date(text)),
)
