import type { HttpBindings } from '@hono/node-server'
import type { Context, MiddlewareHandler } from 'hono'
import { matchedRoutes } from 'hono/route'
import type { Log } from '../log.ts'
import type { Metrics } from '../metrics.ts'
import type { Random } from '../Random.ts'
import { inSpan, isTracing } from '../trace/tracing.ts'
import { clientAddress } from './clientAddress.ts'
import { HeadedResponse, type Headed } from './HeadedResponse.ts'
import { limitHeaders, type Consumed, type MemoryLimiter } from './limits.ts'

/** The environment of an app behind the door: `new Hono<DoorEnv>()`. A request made in a test has no bindings. */
export type DoorEnv = {
  Variables: { requestId: string; clientIp: string; concerns?: Concerns }
  Bindings: Partial<HttpBindings>
}

/** The partner and the order of a request, as far as known, for its log line. */
export type Concerns = { readonly partnerId?: string | undefined; readonly orderId?: string | undefined }

/** The context of a request at the program's door. */
export type DoorContext = Context<DoorEnv>

/** What the door itself refuses; the program words it in its own protocol. */
export type DoorRefusal = 'body_too_large' | 'body_incomplete' | 'too_many_requests'

/** The address of metrics, which is read every few seconds and not logged. */
export const METRICS_PATH = '/metrics'

/** The largest body that is read, bytes. */
export const BODY_BYTES = 64 * 1024

/**
 * The default headers of an answer: do not store it, load nothing, and show it in no frame. What a page may do with the
 * window that opened it is a header of pages alone, since it means nothing on any other answer.
 */
const DEFAULT_HEADERS: Headed = [
  ['Cache-Control', 'no-store'],
  ['Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'"],
  ['Cross-Origin-Resource-Policy', 'same-origin'],
  ['Referrer-Policy', 'no-referrer'],
  ['X-Content-Type-Options', 'nosniff'],
]

/** A year of https only, for a program with a public https address. */
const HTTPS_HEADERS: Headed = [['Strict-Transport-Security', 'max-age=31536000']]

/**
 * The one middleware in front of every route: request id, client address, body cap, limiter, security headers, and
 * one log line and one observation per request. One, because a chain of six costs several times as much.
 */
export function door(
  deps: { random: Random; log: Log; metrics: Metrics },
  options: {
    /** Addresses or CIDR ranges whose X-Forwarded-For is believed. */
    trustedProxies: readonly string[]
    /** The program's own address, as browsers know it. */
    url: string
    /** Answers a refusal of the door in the program's protocol; its status decides what the caller sees. */
    refuse: (c: DoorContext, refusal: DoorRefusal) => Response | Promise<Response>
    /**
     * Limits throughput by a key of the caller's choice, mostly the client's network; requests without a key are not
     * counted.
     */
    limit?: { limiter: MemoryLimiter; key: (c: DoorContext) => string | undefined }
    /** Gives a request what every route may need: a middleware of its own would cost several times as much. */
    prepare?: (c: DoorContext) => void
  },
): MiddlewareHandler<DoorEnv> {
  const addressOf = clientAddress(options.trustedProxies, warnOnce(deps.log))
  const always = [...DEFAULT_HEADERS, ...(options.url.startsWith('https:') ? HTTPS_HEADERS : [])]
  return async (c, next) => {
    const started = performance.now()
    const requestId = deps.random.hex(16)
    c.set('requestId', requestId)
    c.set('clientIp', addressOf(peerOf(c), c.req.header('x-forwarded-for')))
    options.prepare?.(c)
    const consumed = consume(c, options.limit)
    const limits = consumed === undefined ? [] : Object.entries(limitHeaders(consumed))
    const defaults: Headed = [...always, ...limits, ['X-Request-Id', requestId]]
    const outgoing = outgoingOf(c)
    const isHeaded = outgoing instanceof HeadedResponse
    if (isHeaded) outgoing.defaults = defaults
    const refusal = consumed?.allowed === false ? 'too_many_requests' : await bodyTrouble(c)
    // The rest of the body is not read, so this connection cannot be used again.
    if (refusal === 'body_too_large') outgoing?.setHeader('Connection', 'close')
    const answer = refusal === undefined ? next : async () => void (c.res = await options.refuse(c, refusal))
    await (isTracing() ? traced(c, answer) : answer())
    if (!isHeaded) addDefaults(c, defaults)
    const seconds = (performance.now() - started) / 1000
    const request = { method: methodOf(c), route: routeOf(c), status: c.res.status }
    deps.metrics.answered({ ...request, seconds })
    if (request.route === METRICS_PATH) return
    const durationMs = Math.round(seconds * 1e6) / 1000
    deps.log.info('request', { ...request, ...c.get('concerns'), requestId, durationMs })
  }
}

/** Answers within a span, which continues the caller's trace if there is one. */
function traced(c: DoorContext, answer: () => Promise<void>): Promise<void> {
  const method = methodOf(c)
  return inSpan({ name: method, kind: 'server', parent: c.req.header('traceparent') }, async (span) => {
    await answer()
    const route = routeOf(c)
    const { orderId, partnerId } = c.get('concerns') ?? {}
    span.rename(`${method} ${route}`)
    span.add({
      'http.request.method': method,
      'http.route': route,
      'http.response.status_code': c.res.status,
      'cambio.request_id': requestIdOf(c),
      'cambio.order_id': orderId,
      'cambio.partner_id': partnerId,
    })
  })
}

/** Warns of the first proxy whose X-Forwarded-For cannot be read: all its clients share one client's limits. */
function warnOnce(log: Log): (proxy: string) => void {
  let isLogged = false
  return (address) => {
    if (isLogged) return
    isLogged = true
    log.warn('the X-Forwarded-For of a trusted proxy cannot be read, so its clients count as one', {
      address,
    })
  }
}

/** The id of this request, found in its answer, its log line and its problem: 128 random bits in hex. */
export function requestIdOf(c: DoorContext): string {
  return c.get('requestId')
}

/** The sender of this request: the socket's peer, or the address that a trusted proxy states. */
export function clientIpOf(c: DoorContext): string {
  return c.get('clientIp')
}

/** Whether the client disconnected before its whole request arrived: failures are not our fault then. */
export function hasDisconnected(c: DoorContext): boolean {
  const bindings: Partial<HttpBindings> | undefined = c.env
  const incoming = bindings?.incoming
  return incoming !== undefined && !incoming.complete && incoming.destroyed
}

function consume(
  c: DoorContext,
  limit: { limiter: MemoryLimiter; key: (c: DoorContext) => string | undefined } | undefined,
): Consumed | undefined {
  const key = limit?.key(c)
  return key === undefined ? undefined : limit?.limiter.consume(key)
}

/** The socket's peer address, where there is a socket. */
function peerOf(c: DoorContext): string | undefined {
  const bindings: Partial<HttpBindings> | undefined = c.env
  return bindings?.incoming?.socket.remoteAddress
}

/**
 * A stated length is trusted, since node ends the body there. A body without one is read up to the cap here and passed
 * on, so that no route ever reads more than the cap.
 */
function bodyTrouble(c: DoorContext): BodyTrouble | Promise<BodyTrouble> {
  if (c.req.method === 'GET' || c.req.method === 'HEAD') return undefined
  const length = c.req.header('content-length')
  if (length === undefined) return readToCap(c)
  return Number(length) <= BODY_BYTES ? undefined : 'body_too_large'
}

type BodyTrouble = 'body_too_large' | 'body_incomplete' | undefined

async function readToCap(c: DoorContext): Promise<BodyTrouble> {
  if (c.req.raw.body === null) return undefined
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    for await (const chunk of c.req.raw.body) {
      size += chunk.byteLength
      if (size > BODY_BYTES) return 'body_too_large'
      chunks.push(chunk)
    }
  } catch {
    return 'body_incomplete'
  }
  const { url, method, headers, signal } = c.req.raw
  c.req.raw = new Request(url, { method, headers, signal, body: Buffer.concat(chunks) })
  return undefined
}

function outgoingOf(c: DoorContext): HttpBindings['outgoing'] | undefined {
  const bindings: Partial<HttpBindings> | undefined = c.env
  return bindings?.outgoing
}

/** Sets the headers that the answer itself does not have, for a request that did not come by `serve`. */
function addDefaults(c: DoorContext, defaults: Headed): void {
  const { body, status } = c.res
  const all = new Headers(defaults.map(([name, value]) => [name, value]))
  for (const [name, value] of c.res.headers) if (name !== 'set-cookie') all.set(name, value)
  for (const cookie of c.res.headers.getSetCookie()) all.append('set-cookie', cookie)
  c.res = undefined
  c.res = new Response(body, { status, headers: all })
}

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/** A method is a label, and labels come from a closed list. */
function methodOf(c: DoorContext): string {
  return METHODS.has(c.req.method) ? c.req.method : 'other'
}

/** The template of the most specific route that matched; the door's own wildcard for an unknown address. */
function routeOf(c: DoorContext): string {
  return matchedRoutes(c).at(-1)?.path ?? '*'
}
