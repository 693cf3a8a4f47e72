import type { WithExactNumbers } from '@cambio/exchange/order/data/exactNumber.ts'
import type { Consumed } from '@cambio/server/http/limits.ts'
import type { contract } from '@cambio/wire/http/contract.ts'
import type { Answer, Received, Route } from '@cambio/wire/http/route.ts'
import type { IdentityOf } from '../callers/callers.ts'
import type { Stores } from '../store/stores.ts'

/** A request that was admitted and parsed, with what is known of its caller. */
export type Call<R extends Route> = Received<R> &
  IdentityOf<R['caller']> & {
    /** On the pool; inside the one transaction of a request that carries an Idempotency-Key. */
    readonly stores: Stores
    readonly clientIp: string
    /** Sets another status than 200, with Retry-After. */
    readonly answerWith: (status: 503) => void
    /** Says in the answer what is left of a limit of the route's own. @throws Refusal too_many_requests */
    readonly counted: (consumed: Consumed) => void
  }

/**
 * What a route does: call a verb, answer. Written as a method so that a table of them can be walked: each is called
 * with what its own route has parsed, which the walk cannot say in types.
 */
export type Handler<R extends Route> = {
  handle(call: Call<R>): Promise<Answered<R>>
}['handle']

/** What a handler gives: the answer, or the batches of its rows. */
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
  /** Of one in two parts (`afterAsking`): does the first, and gives what does the second. */
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
