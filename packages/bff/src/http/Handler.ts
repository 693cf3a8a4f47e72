import type { WithExactNumbers } from '@cambio/exchange/order/data/exactNumber.ts'
import type { Consumed } from '@cambio/server/http/limits.ts'
import type { contract } from '@cambio/wire/http/contract.ts'
import type { Answer, Received, Route } from '@cambio/wire/http/route.ts'
import type { IdentityOf } from '../callers/callers.ts'
import type { Stores } from '../store/stores.ts'

/** An admitted and parsed request, with its caller's identity. */
export type Call<R extends Route> = Received<R> &
  IdentityOf<R['caller']> & {
    /** On the pool; inside the one transaction of a request that carries an Idempotency-Key. */
    readonly stores: Stores
    readonly clientIp: string
    /** Sets another status than 200, with Retry-After. */
    readonly answerWith: (status: 503) => void
    /** Reports in the answer what is left of the route's own limit. @throws Refusal too_many_requests */
    readonly counted: (consumed: Consumed) => void
  }

/**
 * Does a route's work: calls a verb and answers. It is a method so that code can loop over a table of handlers: each is
 * called with what its own route has parsed, which the loop cannot express in types.
 */
export type Handler<R extends Route> = {
  handle(call: Call<R>): Promise<Answered<R>>
}['handle']

/** The result of a handler: the answer, or the batches of its rows. */
type Answered<R extends Route> = R extends { readonly isRows: true }
  ? AsyncIterable<readonly Answer<R>[]>
  : WithExactNumbers<Answer<R>>

/** One handler for each route of the contract. A missing one does not compile. */
export type Handlers = {
  readonly [Group in keyof typeof contract]: {
    readonly [Name in keyof (typeof contract)[Group]]: (typeof contract)[Group][Name] extends infer R extends
      Route
      ? Handler<R>
      : never
  }
}

/** A handler as the mount calls it. */
export type AnyHandler = {
  handle(call: AnyCall): Promise<unknown>
}['handle'] & {
  /** Set by a handler in two parts (`afterAsking`): does the first part and returns the second. */
  readonly begin?: { begin(call: AnyCall): Promise<(inside: AnyCall) => Promise<unknown>> }['begin']
}
export type AnyHandlers = Readonly<Record<string, Readonly<Record<string, AnyHandler>>>>
export type AnyCall = {
  readonly params: Record<string, unknown> | undefined
  readonly query: Record<string, unknown> | undefined
  readonly body: Record<string, unknown> | undefined
  readonly stores: Stores
  readonly clientIp: string
  readonly answerWith: (status: 503) => void
  readonly counted: (consumed: Consumed) => void
}
