import type * as z from 'zod/mini'
import { AmountInput, kindOf, PartnerId } from './field.ts'
import type { Code } from './Problem.ts'

/**
 * Who may call a route, each with what it may be refused with before its route does anything. How a caller is
 * recognised stands in the server's table of callers.
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
   * Answered row after row, as CSV or as JSON lines, where the query's `format` or else Accept says so. `answer` is one
   * row, of texts and nulls.
   */
  readonly isRows?: true
  /** What this route alone refuses with; what follows from its caller and its parts is added by `refusalsOf`. */
  readonly refusals: readonly Code[]
  /** Another status that the answer itself may come with. */
  readonly alsoStatus?: 503
  /** Whether an `Idempotency-Key` makes a retry safe. Its caller must be one that has an id. */
  readonly idempotent?: true
}

/** What any route may answer: the door and the limiter speak before it does. */
export const everywhere = ['method_not_allowed', 'too_many_requests', 'internal', 'unavailable'] as const

/** What a route that reads a body may answer. */
export const ofBody = [
  'malformed_json',
  'validation_failed',
  'unknown_field',
  'field_required',
  'body_too_large',
  'media_type_unsupported',
] as const

/** What a route that takes an `Idempotency-Key` may answer about it. */
export const ofIdempotency = ['idempotency_key_invalid', 'idempotency_mismatch'] as const

/** What an id that the partner chose may be refused with, wherever it stands. */
export const ofPartnerId = ['id_reserved'] as const

/** What any amount may be refused with: a JSON number of more digits than a double keeps. */
export const ofAmount = ['amount_precision'] as const

/** Every code that a route may refuse with: its own, and what follows from its caller, its parts and their fields. */
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
      ...everywhere,
    ]),
  ]
}

/** Where no query is read, any member of one is unknown. */
const ofNoQuery: readonly Code[] = ['unknown_field']

/** What the members of a query may be refused with, beside a value that is not as it must be. */
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

/** What a client sends. Parts that the route does not have are left out. */
export type Sending<R extends Route> = (R extends { params: infer P }
  ? { readonly params: Sent<P> }
  : unknown) &
  (R extends { query: infer Q } ? { readonly query?: Sent<Q> } : unknown) &
  (R extends { body: infer B } ? { readonly body: Sent<B> } : unknown)

/** What a client reads and a handler answers. */
export type Answer<R extends Route> = z.output<R['answer']>
