import type { Client } from '@cambio/exchange/client/Client.ts'
import type { Partner } from '@cambio/exchange/partner/Partner.ts'
import { Refusal } from '@cambio/wire/http/Problem.ts'
import { bearerOf } from '../authenticate/bearer.ts'
import { checkServed } from '../authenticate/checkServed.ts'
import type { CallerEntry } from './CallerEntry.ts'
import { sessionScheme } from './widget.ts'

/** A partner's client, by the session that it received for a login or an e-mail code. */
export const client = {
  bodyForm: 'text',
  refusedLimit: { name: 'client-stranger', points: 20, windowSeconds: 1 },
  authenticator:
    ({ stores }) =>
    async (c) => {
      const session = bearerOf(c)
      const clientId = session === undefined ? undefined : await stores.sessions.clientOf(session)
      const sessionClient = clientId === undefined ? undefined : await stores.clients.find(clientId)
      const partner = sessionClient && (await stores.partners.find(sessionClient.partnerId))
      if (session === undefined || !sessionClient || !partner)
        throw new Refusal('session_invalid', 'Log in again for a new session; nothing was done')
      checkServed(partner)
      return { client: sessionClient, partner, session }
    },
  id: {
    of: (identity) => identity.client.id,
    partnerOf: (identity) => identity.partner.id,
    limit: { name: 'client', points: 20, windowSeconds: 1 },
  },
  concerns: (identity) => ({ partnerId: identity.partner.id }),
  isCrossOrigin: true,
  challenge: 'Bearer',
  reference: {
    credentials: 'Authorization: Bearer <session>',
    security: [{ session: [] }],
    schemes: sessionScheme,
    headers: [],
  },
} as const satisfies CallerEntry<{
  readonly client: Client
  readonly partner: Partner
  readonly session: string
}>
