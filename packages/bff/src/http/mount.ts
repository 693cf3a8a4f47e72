import type { Hono } from 'hono'
import { clientIpOf, type DoorContext, type DoorEnv } from '@cambio/server/door.ts'
import { contract } from '@cambio/wire/contract.ts'
import { Refusal } from '@cambio/wire/Problem.ts'
import type { Route } from '@cambio/wire/route.ts'
import { demanded, sessionBuyer } from '../authenticate/buyer.ts'
import { openEntry } from '../authenticate/entry.ts'
import { partnerAuthentication, type PartnerAuthentication } from '../authenticate/partner.ts'
import type { Exchange } from '../program/Exchange.ts'
import type { AnyCall, AnyHandler, Handlers } from './Handler.ts'
import { idempotently, readIdempotencyKey } from './idempotency.ts'
import { failed, type AnswerHeaders } from './problem.ts'
import { parse } from './parse.ts'
import { amountsOf, readBody } from './readBody.ts'
import { storesOf, type Stores } from '../store/stores.ts'
import { within, type StoreDeps } from '../store/StoreDeps.ts'
import { networkKey, throttles, type Throttles } from './throttle.ts'

type Mounting = {
  readonly exchange: Exchange
  readonly storeDeps: StoreDeps
  readonly stores: Stores
  readonly authenticate: PartnerAuthentication
  readonly throttles: Throttles
  readonly checkAnswers: boolean
}

/** Puts every route of the contract on an app: who calls, what is sent, then the route's handler. */
export function mount(
  app: Hono<DoorEnv>,
  exchange: Exchange,
  input: {
    storeDeps: StoreDeps
    stores: Stores
    handlers: Handlers
    /** Holds answers to their schemas too, for tests: the types promise it already. */
    checkAnswers: boolean
  },
): void {
  const { handlers, ...rest } = input
  const mounting: Mounting = {
    ...rest,
    exchange,
    authenticate: partnerAuthentication({ partners: input.stores.partners, now: () => exchange.clock.now() }),
    throttles: throttles(exchange, exchange.limitsFactor),
  }
  const table: Readonly<Record<string, Readonly<Record<string, AnyHandler>>>> = handlers
  for (const [group, routes] of Object.entries<Readonly<Record<string, Route>>>(contract)) {
    for (const [name, route] of Object.entries(routes)) {
      const handler = table[group]?.[name]
      if (!handler) throw new Error(`No handler for ${group}.${name}`)
      const path = route.path.replace(/\{(\w+)\}/g, ':$1')
      app.on(route.method, path, (c: DoorContext) => answer(mounting, route, handler, c))
    }
  }
}

function answer(mounting: Mounting, route: Route, handler: AnyHandler, c: DoorContext): Promise<Response> {
  const headers: AnswerHeaders = { 'Content-Type': 'application/json' }
  return carryOut(mounting, route, handler, { c, headers }).catch((error: unknown) => {
    const { 'Content-Type': _json, ...kept } = headers
    return failed(mounting.exchange.log, c, error, kept)
  })
}

/** A request, and what its answer's headers say so far. */
type Exchanged = { readonly c: DoorContext; readonly headers: AnswerHeaders }

async function carryOut(
  mounting: Mounting,
  route: Route,
  handler: AnyHandler,
  exchanged: Exchanged,
): Promise<Response> {
  const { c, headers } = exchanged
  const sent = route.body ? await received(c, route) : ''
  const { partner, opened, buyer } =
    route.caller === 'anyone' ? anyone(mounting, exchanged) : await letIn(mounting, route, exchanged, sent)
  const text = route.body ? bodyText(c, sent) : ''
  let status = 200
  const call: AnyCall = {
    params: route.params && parse(route.params, c.req.param()),
    query: route.query && parse(route.query, c.req.query()),
    body: route.body && parse(route.body, readBody(text, amountsOf(route.body))),
    stores: mounting.stores,
    clientIp: clientIpOf(c),
    answerWith: (other) => void (status = other),
    partner,
    opened,
    buyer,
  }
  const key = route.idempotent && partner ? c.req.header('idempotency-key') : undefined
  if (key === undefined || !partner) {
    const body = said(mounting, route, await handler(call))
    return new Response(body, { status, headers })
  }
  const request = {
    partnerId: partner.id,
    route: `${route.method} ${route.path}`,
    key: readIdempotencyKey(key),
    content: `${c.req.path}\n${text}`,
  }
  const { body, replayed } = await idempotently(mounting.exchange, request, async (query) =>
    said(mounting, route, await handler({ ...call, stores: storesOf(within(mounting.storeDeps, query)) })),
  )
  if (replayed) headers['Idempotent-Replayed'] = 'true'
  return new Response(body, { status, headers })
}

/** An answer as it is sent. */
function said({ checkAnswers }: Mounting, { answer: schema }: Route, answered: unknown): string {
  return JSON.stringify(checkAnswers ? schema.parse(answered) : answered)
}

type LetIn = Partial<Pick<AnyCall, 'partner' | 'opened' | 'buyer'>>

function anyone({ throttles: limits }: Mounting, { c, headers }: Exchanged): LetIn {
  limits.public(headers, networkKey(clientIpOf(c)))
  return nobody
}

const nobody: LetIn = {}

/** Who is calling, by what the route asks for. */
async function letIn(
  { authenticate, stores, throttles: limits }: Mounting,
  { caller }: Route,
  { c, headers }: Exchanged,
  body: string | Uint8Array,
): Promise<LetIn> {
  const network = networkKey(clientIpOf(c))
  if (caller === 'partner') {
    const partner = await authenticate(c, body).catch((error: unknown) => {
      if (error instanceof Refusal) limits.stranger(headers, network)
      throw error
    })
    limits.partner(headers, partner.id)
    return { partner }
  }
  limits.widget(headers, network)
  const opened = await openEntry(stores, entryOf(c))
  const buyer = await sessionBuyer(stores, c, opened)
  return { opened, buyer: caller === 'buyer' ? demanded(buyer) : buyer }
}

/** An entry of another form opens nothing, like one that nobody was given. */
function entryOf(c: DoorContext): string {
  const entry = c.req.param('entry') ?? ''
  if (/^[A-Za-z0-9_~-]{16,128}$/.test(entry)) return entry
  throw new Refusal('request_unknown', 'There is no widget request at this address')
}

/** A body as it came: its bytes where a partner has signed them, else its text, which costs a third of that. */
async function received(c: DoorContext, { caller }: Route): Promise<string | Uint8Array> {
  return caller === 'partner' ? new Uint8Array(await c.req.arrayBuffer()) : c.req.text()
}

/** A body's text: JSON that is not compressed, in UTF-8. @throws Refusal media_type_unsupported, malformed_json */
function bodyText(c: DoorContext, sent: string | Uint8Array): string {
  if (!/^\s*application\/json\s*(?:;|$)/i.test(c.req.header('content-type') ?? ''))
    throw new Refusal('media_type_unsupported', 'Send the body as application/json; nothing was done')
  if (!/^(?:identity)?$/i.test(c.req.header('content-encoding') ?? ''))
    throw new Refusal('media_type_unsupported', 'Send the body without a Content-Encoding; nothing was done')
  const text = typeof sent === 'string' ? undamaged(sent) : decoded(sent)
  if (text !== undefined) return text
  throw new Refusal('malformed_json', 'The body is not UTF-8; nothing was done')
}

/** A text that was decoded on its way here, unless bytes of it were no UTF-8. */
function undamaged(text: string): string | undefined {
  return text.includes(LOST) ? undefined : text
}

function decoded(bytes: Uint8Array): string | undefined {
  try {
    return utf8.decode(bytes)
  } catch {
    return undefined
  }
}

/** What stands in a text for each byte that was no UTF-8. Nobody means it. */
const LOST = '\uFFFD'

/** Takes nothing else for UTF-8, and leaves a byte order mark where it is: JSON has none. */
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
