import type { DoorContext, DoorEnv } from '@cambio/server/http/door.ts'
import { Refusal } from '@cambio/wire/http/Problem.ts'
import type { MiddlewareHandler } from 'hono'
import { legalFooter } from '../legal/legalFooter.ts'
import { ownPolicy, sandboxLanguage, show } from '../pages/answer.ts'
import { foreignPage } from '../pages/foreign.ts'
import { refuse } from './problem.ts'

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])

/**
 * Middleware for the open pages of a sandbox: they need no credentials, so any website that the tester visits could
 * press their buttons. A browser says where a request comes from, and it must come from this origin or from the address
 * bar. A request that does not say is from the tester's own script. An unknown Host means another website whose name
 * resolves to this machine (DNS rebinding), whatever the browser says.
 * @param input.baseUrl the exchange's own address, as browsers know it
 */
export function ownPagesOnly({ baseUrl }: { baseUrl: string }): MiddlewareHandler<DoorEnv> {
  const ownHost = new URL(baseUrl).host
  return async (c, next) => {
    const host = (c.req.header('host') ?? new URL(c.req.url).host).toLowerCase()
    return isOurs(c, host, ownHost) && isFromHere(c, host) ? next() : foreign(c)
  }
}

function isOurs(c: DoorContext, host: string, ownHost: string): boolean {
  if (host === ownHost) return true
  const url = URL.parse(`http://${host}`)
  if (url === null || !LOOPBACK.has(url.hostname)) return false
  const port = c.env?.incoming?.socket.localPort
  return port === undefined || Number(url.port || 80) === port
}

function isFromHere(c: DoorContext, host: string): boolean {
  const origin = c.req.header('origin')
  const site = c.req.header('sec-fetch-site')
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return false
  // A page with the policy no-referrer hides its origin even from its own server.
  if (origin === undefined || (origin === 'null' && site === 'same-origin')) return true
  return URL.parse(origin)?.host === host
}

function foreign(c: DoorContext): Response | Promise<Response> {
  if (!/\btext\/html\b/.test(c.req.header('accept') ?? ''))
    return refuse(c, new Refusal('not_allowed', DETAIL))
  c.status(403)
  const language = sandboxLanguage(c)
  return show(c, foreignPage(language, legalFooter(c.var, language)), ownPolicy)
}

const DETAIL =
  'This request came from another website, or for a host that is neither BASE_URL’s nor this machine’s; nothing was done. Open the page itself, or call it from a script'
