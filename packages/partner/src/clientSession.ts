import type { Answer, Route, Sending } from '@cambio/wire/http/route.ts'
import type { Open } from './Open.ts'
import { send, TIME_LIMIT_MS } from './send.ts'

/** A client's calls to the exchange, by a session of its own. */
export type ClientSession = {
  /**
   * Calls a route of `contract.client` with the session.
   * @param options.idempotencyKey makes a retry safe, where the route accepts one
   * @throws ProblemError when the exchange refuses the call: `session_invalid` once the session has ended
   * @throws NoAnswer when the outcome is unknown
   */
  call<R extends ClientRoute>(
    route: R,
    sending: Sending<R>,
    options?: { readonly idempotencyKey?: string },
  ): Promise<Open<Answer<R>>>
}

type ClientRoute = Route & { readonly caller: 'client' | 'anyone'; readonly isRows?: never }

/**
 * Creates the calls of a client. It needs no secret, so it may run in the client's own app.
 * @param input.session the answer of `contract.client.openSession` to the `ts` of a login
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
