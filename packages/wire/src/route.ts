import type * as z from 'zod/mini'
import type { Code } from './Problem.ts'

/** Who may call a route: decides which credentials it asks for. */
export type Caller =
  /** Nobody in particular; counted by address. */
  | 'anyone'
  /** A partner's server, by `API-Key` and `API-Signature`. */
  | 'partner'
  /** The widget, by the entry in the path; a buyer's session is read when one is sent. */
  | 'widget'
  /** The widget with a buyer's session, by `Authorization: Bearer`. */
  | 'buyer'

/**
 * One route, as data: the only description of it. The server validates by it, clients are typed by it, OpenAPI is
 * generated from it.
 */
export type Route = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH'
  /** Path template with `{name}` for each member of `params`. */
  readonly path: `/${string}`
  readonly caller: Caller
  readonly summary: string
  readonly params?: z.ZodMiniObject
  readonly query?: z.ZodMiniObject
  readonly body?: z.ZodMiniObject
  readonly answer: z.ZodMiniType
  /** What this route refuses with, beside what follows from its caller and its parts (see `refusalsOf`). */
  readonly refusals: readonly Code[]
  /** Another status that the answer itself may come with. */
  readonly alsoStatus?: 503
  /** Whether an `Idempotency-Key` makes a retry safe. */
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

/** Every code that a route may refuse with. */
export function refusalsOf(route: Route): readonly Code[] {
  const ofParts: readonly Code[] = route.body
    ? ofBody
    : route.params || route.query
      ? ['validation_failed']
      : []
  return [...new Set<Code>([...route.refusals, ...ofParts, ...everywhere])]
}

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

/** The path of a route with its parameters put in, percent-encoded. */
export function pathOf(route: Route, params: Readonly<Record<string, string>> = {}): string {
  return route.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
}
