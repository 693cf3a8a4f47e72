import type { Client } from '@cambio/exchange/client/Client.ts'
import type { Partner } from '@cambio/exchange/partner/Partner.ts'
import type { contract } from '@cambio/wire/contract.ts'
import type { Answer, Received, Route } from '@cambio/wire/route.ts'
import type { Opened } from '../authenticate/entry.ts'
import type { Stores } from '../store/stores.ts'

/** Who is calling, as far as the route asked. */
type Standing = {
  anyone: unknown
  partner: { readonly partner: Partner }
  widget: { readonly opened: Opened; readonly buyer: Client | null }
  buyer: { readonly opened: Opened; readonly buyer: Client }
}

/** A request that was let in and parsed. */
export type Call<R extends Route> = Received<R> &
  Standing[R['caller']] & {
    /** On the pool; inside the one transaction of a request that carries an Idempotency-Key. */
    readonly stores: Stores
    readonly clientIp: string
    /** Sets another status than 200. */
    readonly answerWith: (status: 503) => void
  }

/**
 * What a route does: call a verb, answer. Written as a method so that a table of them can be walked: each is called
 * with what its own route has parsed, which the walk cannot say in types.
 */
export type Handler<R extends Route> = { handle(call: Call<R>): Promise<Answer<R>> }['handle']

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
export type AnyHandler = { handle(call: AnyCall): Promise<unknown> }['handle']
export type AnyCall = {
  readonly params: Record<string, unknown> | undefined
  readonly query: Record<string, unknown> | undefined
  readonly body: Record<string, unknown> | undefined
  readonly stores: Stores
  readonly clientIp: string
  readonly answerWith: (status: 503) => void
  readonly partner?: Partner | undefined
  readonly opened?: Opened | undefined
  readonly buyer?: Client | null | undefined
}
