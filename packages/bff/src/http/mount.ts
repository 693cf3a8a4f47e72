import { clientIpOf, requestIdOf, type DoorContext, type DoorEnv } from '@cambio/server/http/door.ts'
import { methodsAt } from '@cambio/server/http/methodsAt.ts'
import type { FairLine } from '@cambio/server/work/fairLine.ts'
import { catalogue, Refusal, type Code } from '@cambio/wire/http/Problem.ts'
import { ofCaller, type Contract, type Route } from '@cambio/wire/http/route.ts'
import type { Hono } from 'hono'
import * as z from 'zod/mini'
import { admissionOf, type Admission, type CallerId } from '../callers/admissionOf.ts'
import type { CallerEntry } from '../callers/CallerEntry.ts'
import { callers } from '../callers/callers.ts'
import type { Exchange } from '../program/Exchange.ts'
import { within, type StoreDeps } from '../store/StoreDeps.ts'
import { storesOf, type Stores } from '../store/stores.ts'
import { bodyText, receiveBody } from './bodyText.ts'
import { noteAnswer, noteCaller } from './concerns.ts'
import { crossOrigin, mountPreflight } from './crossOrigin.ts'
import type { AnyCall, AnyHandler, AnyHandlers } from './Handler.ts'
import { idempotently, keyedLine, readIdempotencyKey } from './idempotency.ts'
import { inMatchingOrder } from './inMatchingOrder.ts'
import { parse } from './parse.ts'
import { failed, methodNotAllowed, RETRY_AFTER_SECONDS, type AnswerHeaders } from './problem.ts'
import { kindsOf, readBody } from './readBody.ts'
import { readNoQuery, readQuery } from './readQuery.ts'
import { requestLine } from './requestLog.ts'
import { retirementHeaders } from './retirement.ts'
import { rowFormatOf, rowsAnswer } from './rowsAnswer.ts'
import { count, throttles } from './throttle.ts'

type Mounting = {
  readonly app: Hono<DoorEnv>
  readonly exchange: Exchange
  readonly storeDeps: StoreDeps
  readonly stores: Stores
  readonly checkAnswers: boolean
  /** The queue in which partners take turns at the connections for requests under keys. */
  readonly line: FairLine
}

/** Mounts every route of a contract on an app: each recognises its caller, parses the request and calls its handler. */
export function mount(
  app: Hono<DoorEnv>,
  exchange: Exchange,
  input: {
    contract: Contract
    handlers: AnyHandlers
    storeDeps: StoreDeps
    stores: Stores
    /** Checks answers by their schemas too, in tests: the types promise it already. */
    checkAnswers: boolean
  },
): void {
  const { contract, handlers, ...rest } = input
  const mounting: Mounting = { ...rest, app, exchange, line: keyedLine(exchange) }
  const admissions = admissionsOf(mounting)
  const routes = inMatchingOrder(mountedRoutes(exchange, contract, handlers, admissions))
  for (const mounted of routes)
    app.on(mounted.route.method, patternOf(mounted), (c: DoorContext) =>
      mounted.route.caller === 'partner'
        ? answerLogged(mounting, mounted, c)
        : answer(mounting, mounted, c, () => {}),
    )
  const open = routes.filter(({ caller }) => caller.isCrossOrigin)
  for (const [pattern, there] of Map.groupBy(open, patternOf))
    mountPreflight(
      app,
      pattern,
      there.map(({ route }) => route.method),
    )
}

/** A route's path as the router reads it. */
function patternOf({ path }: Mounted): string {
  return path.replace(/\{(\w+)\}/g, ':$1')
}

/** A route with everything that answering it needs. */
type Mounted = {
  readonly path: string
  readonly route: Route
  readonly handler: AnyHandler
  readonly caller: CallerEntry<object>
  readonly admission: Admission
  /** The first headers of every answer. */
  readonly headers: Readonly<AnswerHeaders>
}

function mountedRoutes(
  { retirement }: Exchange,
  contract: Contract,
  handlers: AnyHandlers,
  admissions: Admissions,
): Mounted[] {
  return Object.entries(contract).flatMap(([group, routes]) =>
    Object.entries(routes).map(([name, route]) => {
      const caller: CallerEntry<object> = callers[route.caller]
      const handler = handlers[group]?.[name]
      const admission = admissions.get(route.caller)
      if (!handler || !admission) throw new Error(`No handler or no caller for ${group}.${name}`)
      if (route.idempotent && !caller.id) throw new Error(`${route.caller} has no id to keep keys by`)
      const headers = {
        'Content-Type': 'application/json',
        ...(caller.isCrossOrigin && crossOrigin),
        ...retirementHeaders(route, retirement),
      }
      return { path: route.path, route, handler, caller, admission, headers }
    }),
  )
}

type Admissions = ReadonlyMap<string, Admission>

/** The admission of each caller, one for all of its routes. */
function admissionsOf({ exchange, stores }: Mounting): Admissions {
  const throttleOf = throttles(exchange, exchange.limitsFactor)
  const deps = { stores, now: () => exchange.clock.now(), mode: exchange.mode }
  return new Map(
    Object.entries(callers).map(([name, caller]) => [name, admissionOf(caller, deps, throttleOf)]),
  )
}

/** Answers a partner's server and records the request, for the partner to read. */
async function answerLogged(mounting: Mounting, mounted: Mounted, c: DoorContext): Promise<Response> {
  const { clock, requestLog } = mounting.exchange
  const at = clock.now()
  const began = performance.now()
  let refusal: { readonly code: string; readonly account: string | null } | null = null
  const response = await answer(mounting, mounted, c, (error) => {
    refusal = error instanceof Refusal ? error : { code: 'internal', account: null }
  })
  const { code = null, account: apiKey = null } = refusal ?? {}
  requestLog.add({
    at,
    ...requestLine(c, mounted.route, response.status),
    durationMs: Math.round(performance.now() - began),
    code,
    partnerId: c.get('concerns')?.partnerId ?? null,
    apiKey,
  })
  return response
}

/** @param onRefused is called with the reason of a refusal */
async function answer(
  mounting: Mounting,
  mounted: Mounted,
  c: DoorContext,
  onRefused: (error: unknown) => void,
): Promise<Response> {
  const { route, handler, caller, admission } = mounted
  const headers: AnswerHeaders = { ...mounted.headers }
  try {
    const received = route.method === 'GET' ? '' : await receiveBody(c, caller.bodyForm)
    const identity = await admission.identify(c, received, headers)
    noteCaller(c, caller, identity)
    const callerId = admission.idOf(identity, headers)
    const text = route.body ? bodyText(c, received) : ''
    let status = 200
    const call: AnyCall = {
      ...identity,
      params: route.params && parse(route.params, c.req.param()),
      query: route.query ? parse(route.query, readQuery(c)) : readNoQuery(c),
      body: route.body && parse(route.body, readBody(text, kindsOf(route.body))),
      stores: mounting.stores,
      clientIp: clientIpOf(c),
      answerWith: (other) => {
        status = other
        headers['Retry-After'] = String(RETRY_AFTER_SECONDS)
      },
      counted: (consumed) => count(headers, consumed),
    }
    if (route.isRows) return await rowsOf(mounting, mounted, { c, headers, batches: await handler(call) })
    const key = route.idempotent && c.req.header('idempotency-key')
    const body =
      key === undefined || callerId === undefined
        ? answerText(mounting, route, noteAnswer(c, await handler(call)))
        : await answerOnce(mounting, mounted, { c, headers, call, text, key, callerId })
    return new Response(body, { status, headers })
  } catch (error) {
    onRefused(error)
    return refused(mounting, mounted, { c, headers, error })
  }
}

/** An answer of rows, which its route types. */
function rowsOf(
  { checkAnswers, exchange }: Mounting,
  { route }: Mounted,
  { c, headers, batches }: Exchanged & { readonly batches: unknown },
): Promise<Response> {
  const { answer: row } = route
  if (!isBatches(batches) || !(row instanceof z.ZodMiniObject)) throw new Error(`${route.path} gives no rows`)
  const requestId = requestIdOf(c)
  return rowsAnswer(batches, {
    format: rowFormatOf(c, c.req.query('format')),
    row,
    headers,
    check: (each) => void (checkAnswers && row.parse(each)),
    report: (error) => exchange.log.error('an answer ended early', { error, requestId }),
  })
}

function isBatches(value: unknown): value is AsyncIterable<readonly object[]> {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value
}

/** A request, and its answer's headers so far. */
type Exchanged = { readonly c: DoorContext; readonly headers: AnswerHeaders }

/** Answers a request that carries an Idempotency-Key, always with its first answer. */
async function answerOnce(
  mounting: Mounting,
  { route, handler }: Mounted,
  input: Exchanged & {
    readonly call: AnyCall
    /** The body's text. */
    readonly text: string
    readonly key: string
    readonly callerId: CallerId
  },
): Promise<string> {
  const { c, headers, call, text, key, callerId } = input
  const request = {
    caller: route.caller,
    callerId: callerId.id,
    partnerId: callerId.partnerId,
    route: `${route.method} ${route.path}`,
    key: readIdempotencyKey(key),
    content: `${sentAddress(c, route)}\n${text}`,
  }
  // Slow questions are asked before the request takes a connection.
  const work = handler.begin ? await handler.begin(call) : handler
  const { keyed, keys, clock } = mounting.exchange
  const { body, replayed } = await idempotently(
    { keyed, keys, clock, line: mounting.line },
    request,
    async (query) =>
      answerText(
        mounting,
        route,
        noteAnswer(c, await work({ ...call, stores: storesOf(within(mounting.storeDeps, query)) })),
      ),
  )
  if (replayed) headers['Idempotent-Replayed'] = 'true'
  return body
}

function refused(
  { app, exchange }: Mounting,
  { route, caller: { challenge } }: Mounted,
  { c, headers, error }: Exchanged & { readonly error: unknown },
): Response {
  if (error instanceof Refusal && error.code === 'id_reserved') {
    // A word in an id's place may be a route of its own, which accepts other methods.
    const methods = methodsAt(app, c.req.path)
    if (!methods.includes(route.method)) return methodNotAllowed(c, methods)
  }
  const { 'Content-Type': _json, ...kept } = headers
  const asks = challenge !== undefined && isUnauthenticated(route, error)
  return failed(exchange.log, c, error, asks ? { 'WWW-Authenticate': challenge, ...kept } : kept)
}

/** Whether the refused credentials are the caller's own, and not a password in the body. */
function isUnauthenticated({ caller }: Route, error: unknown): boolean {
  const ofTheCaller: readonly Code[] = ofCaller[caller]
  return error instanceof Refusal && catalogue[error.code].status === 401 && ofTheCaller.includes(error.code)
}

/** The path of the request, with the query where the route reads one. */
function sentAddress(c: DoorContext, { query }: Route): string {
  return query ? `${c.req.path}${new URL(c.req.url).search}` : c.req.path
}

/** The text of an answer. */
function answerText({ checkAnswers }: Mounting, { answer: schema }: Route, answered: unknown): string {
  const text = Array.isArray(answered) ? listText(answered) : JSON.stringify(answered)
  if (checkAnswers) schema.parse(JSON.parse(text))
  return text
}

/** The text of a list, written once for each: some lists, such as that of all prices, are cached and asked for often. */
function listText(list: readonly unknown[]): string {
  const text = listTexts.get(list) ?? JSON.stringify(list)
  listTexts.set(list, text)
  return text
}

const listTexts = new WeakMap<readonly unknown[], string>()
