import { routedToken } from '../../cell/Cell.ts'
import { effectiveLevel, type Client } from '../../client/Client.ts'
import type { ClientStore } from '../../client/ClientStore.ts'
import { VERIFICATION_LIFE_MS } from '../../limit/VerificationStore.ts'
import type { Fact, Order } from '../../order/Order.ts'
import type { Mode } from '../../payout/destination.ts'
import type { CheckDeps } from '../../person/checkPerson.ts'
import { transfersOf } from '../Payin.ts'
import type { Transfer } from './machine/TransferPayin.ts'
import { namesPerson } from './namesPerson.ts'

export type PayerDeps = CheckDeps & { mode: Mode; clients: Pick<ClientStore, 'find' | 'nameOf'> }

/**
 * Accepts the price of a transfer, or finds that another person than the client sent it: then the order waits until the
 * account is proved to be the client's. Checked once for each transfer, only for real money, and only where the client
 * has a name.
 */
export async function ownPayer(deps: PayerDeps, order: Order, fact: Fact & { is: 'priced' }): Promise<Fact> {
  const { id, clientId, payin } = order
  if (deps.mode !== 'live' || clientId === null) return fact
  const transfer = transfersOf(payin).find(({ state }) => state === 'received')
  if (!transfer || wasAskedAbout(order, transfer)) return fact
  const client = await deps.clients.find(clientId)
  const name = await deps.clients.nameOf(clientId)
  if (!client || name === null) return fact
  return namesPerson(transfer.payer.name ?? '', name) ? fact : differs(deps, id, client)
}

/**
 * Whether the client was asked about the payer of this transfer, and not only of an earlier one that was returned
 * since. Transfers are numbered as they are received.
 */
function wasAskedAbout({ events }: Order, { number }: Transfer): boolean {
  const received = events.filter(({ fact }) => fact === 'transfer_came')[number - 1]
  return (
    received !== undefined && events.some(({ fact, seq }) => fact === 'payer_differs' && seq > received.seq)
  )
}

async function differs(
  { verifications, now, verificationUrl, ...source }: CheckDeps,
  orderId: string,
  client: Client,
): Promise<Fact> {
  const until = new Date(now().getTime() + VERIFICATION_LIFE_MS)
  const token = routedToken(source, 160)
  await verifications.keep(token, {
    clientId: client.id,
    orderId,
    level: 'bank_statement',
    expiresAt: until,
  })
  const limit = { level: effectiveLevel(client), leftEurCents: 0n, verificationUrl: verificationUrl(token) }
  return { is: 'payer_differs', limit, until }
}
