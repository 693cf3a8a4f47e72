import { statement } from '@cambio/server/testing/postgres/testing.ts'
import { expect } from 'vitest'
import { registerClient as registerAndLogIn } from '../client/registerClient.ts'
import { createBody, createPath } from '../order/createOrder.ts'
import type { Reply, Rig } from '../rig.ts'

const confirmPath = '/api/v2/partner/order/confirm'

/** Registers a client with the shop, to hold a balance, and logs it in. `id` is the client's in the database. */
export async function registerBalanceClient(
  rig: Rig,
  name: string,
): Promise<{ email: string; session: string; id: string }> {
  const named = { client_external_id: name, email: `${name}@example.com`, email_verified: 1 }
  const { email, session } = await registerAndLogIn(rig, named)
  const [row] = await rig.query<{ id: string }>(statement('select id from client where email = $1', email))
  return { email, session, id: row?.id ?? '' }
}

let journals = 0

/** Puts coins on a client's balance, as an order that was paid would. */
export async function creditBalance(
  rig: Rig,
  clientId: string,
  units: bigint,
  asset = 'ETH',
  at = new Date(),
): Promise<void> {
  journals += 1
  const line = (account: string, amount: bigint) => ({
    account,
    asset,
    layer: 'posted',
    units: String(amount),
  })
  const journal = {
    id: `given:${clientId}:${journals}`,
    kind: 'given',
    reference: clientId,
    postings: [line('liquidity', units), line(`balance:client:${clientId}`, -units)],
  }
  await rig.query(statement('select post_journals($1::jsonb, $2)', JSON.stringify([journal]), at))
}

/** A client's balance in one currency, as its own session reads it. */
export async function balanceOf(rig: Rig, session: string, currency = 'ETH'): Promise<unknown> {
  return (await rig.widget('GET', `/api/v2/client/balance/${currency}`, undefined, session)).at('amount')
}

/** Pays a partner's order by card on its own page, until nothing more happens. */
export async function payByCard(rig: Rig, created: Reply, email: string): Promise<void> {
  const { pathname, searchParams } = new URL(String(created.at('redirect')))
  const orderId = pathname.split('/').at(-1) ?? ''
  const entry = `${orderId}~${searchParams.get('k') ?? ''}`
  const session = await rig.buyerAt(entry, email)
  expect((await rig.charge({ path: `/api/widget/${entry}`, session }, 'held')).status).toBe(200)
  const [attempt] = await rig.attempts(orderId)
  rig.card.becomes(attempt?.platformOrderId ?? '', 'settled')
  await rig.settle()
}

/** Requests a withdrawal of ETH to the chain: 0.1, unless `changed` has another amount. */
export function withdraw(rig: Rig, id: string, email: string, changed: object = {}): Promise<Reply> {
  return rig.partner('POST', createPath, {
    ...createBody(id),
    payin_currency: 'ETH',
    payin_amount: '0.1',
    payin_group: 'balance',
    client_email: email,
    ...changed,
  })
}

/**
 * The code that the partner was sent for a withdrawal.
 * @param uuid as the answer to its create has it: one that was refused has none
 */
export async function codeOf(rig: Rig, uuid: unknown): Promise<string> {
  if (typeof uuid !== 'string') throw new Error('The withdrawal was refused, so it has no code')
  await rig.work.tick()
  for (const { body } of rig.deliveries.toReversed()) {
    if (!body.includes(uuid)) continue
    const callback: unknown = JSON.parse(body)
    if (at(callback, 'withdrawal.uuid') === uuid) return String(at(callback, 'withdrawal.code'))
  }
  throw new Error(`The partner was sent no code for the withdrawal ${uuid}`)
}

/** A code of six digits that is not the right one. */
export function mistypedCode(code: string): string {
  return code === '000000' ? '000001' : '000000'
}

export function confirm(rig: Rig, uuid: unknown, code: string): Promise<Reply> {
  return rig.partner('POST', confirmPath, { uuid, code })
}

function at(value: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>(
      (inner, name) => (typeof inner === 'object' && inner !== null ? Reflect.get(inner, name) : undefined),
      value,
    )
}
