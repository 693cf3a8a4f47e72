import * as z from 'zod/mini'

/** A time in JSON that a store keeps. */
export const KeptTime = z.pipe(
  z.string(),
  z.transform((text) => new Date(text)),
)
