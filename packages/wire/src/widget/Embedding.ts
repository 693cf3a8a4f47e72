import * as z from 'zod/mini'

/** A page's origin, as browsers write it. */
export const EmbeddingQuery = z.strictObject({ origin: z.string().check(z.minLength(1), z.maxLength(255)) })

export const EmbeddingParams = z.object({ request_id: z.string().check(z.maxLength(128)) })

/** Whether a page may show a widget request in a frame. */
export const Embedding = z.object({ is_allowed: z.boolean() })
