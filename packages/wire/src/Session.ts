import * as z from 'zod/mini'

/* A client's session, used by partners and by the widget, which needs nothing else about clients. */

export const OpenSession = z.strictObject({ ts: z.string().check(z.minLength(1), z.maxLength(128)) })

/** Sent as `Authorization: Bearer <session>` from then on. */
export const OpenedSession = z.object({ session: z.string(), expires_at: z.string() })

export const EndedSession = z.object({ ended: z.literal(1) })
