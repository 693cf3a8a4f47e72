import * as z from 'zod/mini'

/** A time in stored JSON. */
export const KeptTime = z.pipe(
  z.string(),
  z.transform((text) => new Date(text)),
)
