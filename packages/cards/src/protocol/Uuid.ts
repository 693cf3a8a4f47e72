import * as z from 'zod/mini'

/** What a client_key or a trans_id looks like. Capitals count as small letters, and those are what is kept. */
export const Uuid = z.pipe(
  z.guid(),
  z.transform((text: string) => text.toLowerCase()),
)
