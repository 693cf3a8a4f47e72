import { compressed } from '@cambio/server/http/compressed.ts'
import type { DoorEnv } from '@cambio/server/http/door.ts'
import type { MiddlewareHandler } from 'hono'

/** The last part of the address of each route of the widget that hands out a credential: a code, a session, a card form. */
const secretRoutes: ReadonlySet<string | undefined> = new Set(['code', 'session', 'fields'])

/**
 * Compresses the widget's answers. The size of a compressed answer can reveal a secret in it, if an attacker can have
 * it sent repeatedly with text of their own (BREACH). That is not possible here: a buyer's session is a header that no
 * other site's page can have a browser send, no cookie opens any of these routes, and none is open to other origins.
 * Still, an answer that hands out a credential is never compressed, nor is a page with a form, nor any other API.
 */
export function compressedJson(): MiddlewareHandler<DoorEnv> {
  const compress = compressed(/^application\/json/)
  return (c, next) => (secretRoutes.has(c.req.path.split('/').at(-1)) ? next() : compress(c, next))
}

/** Compresses the widget's page. Everyone with its address gets the same page, so it contains no secret from them. */
export function compressedPage(): MiddlewareHandler<DoorEnv> {
  return compressed(/^text\/html/)
}
