import type { DoorContext } from '@cambio/server/http/door.ts'

/** The session in `Authorization: Bearer`; undefined if the header is missing or malformed. */
export function bearerOf(c: DoorContext): string | undefined {
  return /^Bearer ([A-Za-z0-9_-]{16,128})$/.exec(c.req.header('authorization') ?? '')?.[1]
}
