import type * as z from 'zod/mini'
import { AmountInput, kindOf, PartnerId } from './field.ts'
import type { Code } from './Problem.ts'

/**
 * Who may call a route, with the refusals of each caller before the route does anything. The server's table of callers
 * says how each is recognised.
 */
export const ofCaller = {
  /** No credentials; counted by address. */
  anyone: [],
  /** A partner's server, by `API-Key` and `API-Signature`. */
  partner: ['credentials_invalid', 'source_not_allowed', 'partner_suspended', 'partner_moved'],
  /** A partner's client, by the session in `Authorization: Bearer`. */
  client: ['session_invalid', 'partner_suspended', 'partner_moved'],
  /** The widget, by the entry in the path; a buyer's session is read when one is sent. */
  widget: ['request_unknown', 'order_unknown', 'partner_suspended', 'partner_moved'],
  /** The widget with a buyer's session, by `Authorization: Bearer`. */
  buyer: ['request_unknown', 'order_unknown', 'partner_suspended', 'partner_moved', 'session_invalid'],
} as const satisfies Record<string, readonly Code[]>
export type Caller = keyof typeof ofCaller

/**
 * One route, as data: the only description of it. The server validates by it, clients are typed by it, OpenAPI is
 * generated from it.
 */
export type Route = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Path template with `{name}` for each member of `params`. */
  readonly path: `/${string}`
  readonly caller: Caller
  readonly summary: string
  readonly params?: z.ZodMiniObject
  readonly query?: z.ZodMiniObject
  readonly body?: z.ZodMiniObject
  readonly answer: z.ZodMiniType
  /**
   * Answered row by row, as CSV or JSON lines, chosen by the query's `format` or else by Accept. `answer` is one row,
   * of texts and nulls.
   */
  readonly isRows?: true
  /** The refusals of this route alone; `refusalsOf` adds those of its caller and its parts. */
  readonly refusals: readonly Code[]
  /** Another status that the answer itself may have. */
  readonly alsoStatus?: 503
  /** Whether an `Idempotency-Key` makes a retry safe. Its caller must have an id. */
  readonly idempotent?: true
}

/** The refusals of every route: the door and the limiter answer before it does. */
export const commonRefusals = ['method_not_allowed', 'too_many_requests', 'internal', 'unavailable'] as const

/** The refusals of a route that reads a body. */
export const ofBody = [
  'malformed_json',
  'validation_failed',
  'unknown_field',
  'field_required',
  'body_too_large',
  'media_type_unsupported',
] as const

/** The refusals of a route that accepts an `Idempotency-Key`, about that key. */
export const ofIdempotency = ['idempotency_key_invalid', 'idempotency_mismatch'] as const

/** The refusals of an id that the partner chose, anywhere in a request. */
export const ofPartnerId = ['id_reserved'] as const

/** The refusals of any amount: a JSON number with more digits than a double keeps. */
export const ofAmount = ['amount_precision'] as const

/** Every code that a route may refuse with: its own, and those of its caller, its parts and their fields. */
export function refusalsOf(route: Route): readonly Code[] {
  const { caller, params, query, body, idempotent } = route
  const ofParts: readonly Code[] = body ? ofBody : params || query ? ['validation_failed'] : []
  return [
    ...new Set<Code>([
      ...ofCaller[caller],
      ...route.refusals,
      ...(query ? refusalsOfQuery(query) : ofNoQuery),
      ...[params, query, body].flatMap((part) => Object.values(part?.shape ?? {}).flatMap(refusalsOfField)),
      ...(idempotent ? ofIdempotency : []),
      ...ofParts,
      ...commonRefusals,
    ]),
  ]
}

/** Without a query schema, any member of a query is unknown. */
const ofNoQuery: readonly Code[] = ['unknown_field']

/** The refusals of a query's members, besides an invalid value. */
function refusalsOfQuery(query: z.ZodMiniObject): readonly Code[] {
  const isStrict = query.def.catchall !== undefined
  const hasRequired = !query.safeParse({}).success
  return [
    ...(isStrict ? ['unknown_field' as const] : []),
    ...(hasRequired ? ['field_required' as const] : []),
  ]
}

function refusalsOfField(field: z.core.$ZodType): readonly Code[] {
  const kind = kindOf(field)
  if (kind === PartnerId) return ofPartnerId
  return kind === AmountInput ? ofAmount : []
}

/** Every route, by group and name. */
export type Contract = Readonly<Record<string, Readonly<Record<string, Route>>>>

/** Keeps the literal types of a route while checking its shape. */
export function route<const R extends Route>(description: R): R {
  return description
}

type Parsed<S> = S extends z.ZodMiniType ? z.output<S> : undefined
type Sent<S> = S extends z.ZodMiniType ? z.input<S> : undefined

/** What a handler receives, parsed. */
export type Received<R extends Route> = {
  readonly params: Parsed<R['params']>
  readonly query: Parsed<R['query']>
  readonly body: Parsed<R['body']>
}

/** What a client sends. Parts that the route does not have are omitted. */
export type Sending<R extends Route> = (R extends { params: infer P }
  ? { readonly params: Sent<P> }
  : unknown) &
  (R extends { query: infer Q } ? { readonly query?: Sent<Q> } : unknown) &
  (R extends { body: infer B } ? { readonly body: Sent<B> } : unknown)

/** What a client reads and a handler answers. */
export type Answer<R extends Route> = z.output<R['answer']>
