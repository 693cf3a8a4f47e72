import type { Answer, Route, Sending } from '@cambio/wire/http/route.ts'
import type { Open } from './Open.ts'
import { send, TIME_LIMIT_MS } from './send.ts'

/** A client's way into the exchange, by a session of its own. */
export type ClientSession = {
  /**
   * Calls a route of `contract.client`, with the session.
   * @param options.idempotencyKey makes a retry safe, where the route takes one
   * @throws ProblemError when the exchange says no, `session_invalid` once the session has ended
   * @throws NoAnswer when it cannot be known what the exchange did
   */
  call<R extends ClientRoute>(
    route: R,
    sending: Sending<R>,
    options?: { readonly idempotencyKey?: string },
  ): Promise<Open<Answer<R>>>
}

type ClientRoute = Route & { readonly caller: 'client' | 'anyone'; readonly isRows?: never }

/**
 * Opens a client's calls. Needs no secret: it may run in the client's own app.
 * @param input.session what `contract.client.openSession` answered to the `ts` of a login
 */
export function createClientSession(input: {
  readonly baseUrl: string
  readonly session: string
  readonly fetch?: typeof globalThis.fetch
  readonly timeLimitMs?: number
}): ClientSession {
  const { baseUrl, session, fetch = globalThis.fetch, timeLimitMs = TIME_LIMIT_MS } = input
  const to = { baseUrl, fetch, timeLimitMs, credentials: () => ({ Authorization: `Bearer ${session}` }) }
  return { call: (route, sending, { idempotencyKey } = {}) => send(to, route, sending, idempotencyKey) }
}
