import type { Client } from '@cambio/exchange/client/Client.ts'
import type { DoorContext } from '@cambio/server/http/door.ts'
import { Refusal } from '@cambio/wire/http/Problem.ts'
import type { SignIn } from '../store/client/sessions.ts'
import type { Stores } from '../store/stores.ts'
import { bearerOf } from './bearer.ts'
import type { Opened } from './entry.ts'

/** A buyer, and how they signed in: null if they needed no session, or if an earlier version opened it. */
export type FoundBuyer = { readonly client: Client; readonly signIn: SignIn | null }

/**
 * Finds the buyer by the session that was sent. It must be valid, and its client must belong to the entry's partner
 * and, if the entry has an order, own that order. Without a session, anyone who opens an order by its secret is its
 * buyer if the partner has verified the client's address: a code would prove nothing more.
 */
export async function findBuyer(
  stores: Pick<Stores, 'accounts' | 'clients' | 'sessions'>,
  c: DoorContext,
  opened: Opened,
): Promise<FoundBuyer | null> {
  const bySession = await sessionBuyer(stores, c, opened)
  if (bySession || opened.kind === 'request' || opened.order.clientId === null) return bySession
  const { clientId } = opened.order
  if (!(await stores.accounts.isEmailVerified(clientId))) return null
  const client = await stores.clients.find(clientId)
  return client ? { client, signIn: null } : null
}

async function sessionBuyer(
  stores: Pick<Stores, 'clients' | 'sessions'>,
  c: DoorContext,
  { partner, order }: Opened,
): Promise<FoundBuyer | null> {
  const token = bearerOf(c)
  if (token === undefined) return null
  const session = await stores.sessions.find(token)
  const client = session && (await stores.clients.find(session.clientId))
  if (!client || client.partnerId !== partner.id) return null
  return order === null || order.clientId === client.id ? { client, signIn: session.signIn } : null
}

/** The buyer of a request that needs one. @throws Refusal session_invalid */
export function requireBuyer<Buyer>(buyer: Buyer | null): Buyer {
  if (buyer) return buyer
  throw new Refusal('session_invalid', 'Confirm your e-mail address again; nothing was done')
}
