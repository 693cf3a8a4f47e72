import { Refusal } from '@cambio/wire/Problem.ts'
import { openSession } from '../authenticate/openSession.ts'
import type { Handlers } from '../http/Handler.ts'
import type { Exchange } from '../program/Exchange.ts'

/** What a partner's client asks for. */
export function clientRoutes(exchange: Exchange): Handlers['client'] {
  const { clock, random } = exchange
  const deps = { random, now: () => clock.now() }
  return {
    async openSession({ body, stores }) {
      const clientId = await stores.loginTokens.take(body.ts, deps.now())
      if (clientId === undefined)
        throw new Refusal('ts_invalid', 'Log in again for a new token; no session was opened')
      return openSession({ ...deps, ...stores }, clientId)
    },
    async endSession({ session, stores }) {
      await stores.sessions.end(session)
      return { ended: 1 }
    },
  }
}
