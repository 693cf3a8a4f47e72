import type { Client } from '@cambio/exchange/client/Client.ts'
import type { DoorContext } from '@cambio/server/door.ts'
import { Refusal } from '@cambio/wire/Problem.ts'
import type { Stores } from '../store/stores.ts'
import { bearerOf } from './bearer.ts'
import type { Opened } from './entry.ts'

/**
 * The buyer of a session, if one was sent that stands and belongs here: to a client of the entry's partner, and to the
 * order's own where the entry has an order.
 */
export async function sessionBuyer(
  stores: Pick<Stores, 'clients' | 'sessions'>,
  c: DoorContext,
  { partner, order }: Opened,
): Promise<Client | null> {
  const token = bearerOf(c)
  if (token === undefined) return null
  const clientId = await stores.sessions.clientOf(token)
  const client = clientId === undefined ? undefined : await stores.clients.find(clientId)
  if (!client || client.partnerId !== partner.id) return null
  return order === null || order.clientId === client.id ? client : null
}

/** The buyer of a request that needs one. @throws Refusal session_invalid */
export function requireBuyer(buyer: Client | null): Client {
  if (buyer) return buyer
  throw new Refusal('session_invalid', 'Confirm your e-mail address again; nothing was done')
}
