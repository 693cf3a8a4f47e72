import type { DoorEnv } from '@cambio/server/http/door.ts'
import type { MiddlewareHandler } from 'hono'
import { legalFooter } from '../legal/legalFooter.ts'
import { ownPolicy, sandboxLanguage, show } from '../pages/answer.ts'
import { foreignPage } from '../pages/foreign.ts'

/**
 * Middleware for pages that act for a signed-in person: a form must be posted from a page of the exchange itself, as
 * the browser reports it. A browser that does not report the origin is refused too.
 * @param input.baseUrl the exchange's own address, as browsers know it
 */
export function sameOriginPosts({ baseUrl }: { baseUrl: string }): MiddlewareHandler<DoorEnv> {
  const { origin } = new URL(baseUrl)
  return async (c, next) => {
    if (c.req.method === 'GET' || c.req.method === 'HEAD') return next()
    const site = c.req.header('sec-fetch-site') ?? 'same-origin'
    if (c.req.header('origin') === origin && site === 'same-origin') return next()
    c.status(403)
    const language = sandboxLanguage(c)
    return show(c, foreignPage(language, legalFooter(c.var, language)), ownPolicy)
  }
}
