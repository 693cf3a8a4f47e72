import { createCoupon } from '@cambio/exchange/operator/coupon/createCoupon.ts'
import { settlePartnerTo } from '@cambio/exchange/operator/partner/settlePartnerTo.ts'
import type { Random } from '@cambio/server/Random.ts'
import { contract } from '@cambio/wire/http/contract.ts'
import { pages } from '@cambio/wire/http/pages.ts'
import { pathOf } from '@cambio/wire/http/pathOf.ts'
import type { Route } from '@cambio/wire/http/route.ts'
import { signRequest } from '@cambio/wire/partner/signature.ts'
import * as z from 'zod/mini'
import { createApp } from '../http/app.ts'
import { operatorDeps } from '../operator/operatorDeps.ts'
import type { BuiltFiles } from '../pages/builtFiles.ts'
import {
  ada,
  alan,
  exampleCode,
  exampleCoupon,
  exampleDelivery,
  exampleEndpoint,
  exampleOrder,
  examplePassword,
  exampleRequest,
  exampleSessions,
  exampleToken,
  exampleWithdrawals,
  mary,
} from '../reference/exampleIds.ts'
import { advanceClock } from '../store/order/advanceClock.ts'
import { storeDepsOf } from '../store/StoreDeps.ts'
import { storesOf } from '../store/stores.ts'
import type { Exchange } from './Exchange.ts'

/** A sandbox to be filled with the data that the reference's examples name. */
export type Seeding = {
  readonly exchange: Exchange
  readonly files: BuiltFiles
  readonly partner: { readonly apiKey: string; readonly secret: string }
  /** Lets the exchange do its due work. */
  readonly pause: () => Promise<unknown>
}

const YEAR_SECONDS = 365 * 24 * 60 * 60
const wallet = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const origin = { client_ip: '203.0.113.7', remote_country: 'DE' }

/**
 * Fills a sandbox with the data that the examples name: clients, an order, sessions, and withdrawals that wait for
 * their code. Calls of the API create them, with fixed ids. Data from an earlier start stays.
 * @throws Error if a call is refused, unless it was made before
 */
export async function seedExamples(seeding: Seeding): Promise<void> {
  await settleToBalance(seeding)
  await makeCoupon(seeding)
  const { register, login, passwordCode } = contract.partnerClient
  for (const client of [ada, alan, mary])
    await call(seeding, register, {
      ...client,
      ...origin,
      password: examplePassword,
      email_verified: '1',
      first_name: 'Ada',
      last_name: 'Example',
      birth_date: '1990-12-31',
      country: 'DE',
    })
  const byCard = { payin_group: 'card', payout_group: 'crypto', dst_address: wallet }
  const uuid = [exampleDelivery.delivery_id]
  if (await place(seeding, exampleOrder, byCard, { uuid })) await giveTime(seeding, exampleOrder)
  const { partner_order_id, request_id } = exampleRequest
  await call(seeding, contract.partner.createRequest, { partner_order_id }, { token: [request_id] })
  await openSession(seeding, ada.email, exampleSessions.open)
  await openSession(seeding, ada.email, exampleSessions.toEnd)
  await openSession(seeding, mary.email, exampleSessions.toChangePassword)
  await call(seeding, login, loginOf(ada.email), { token: [exampleToken] })
  const { client_ip } = origin
  await call(seeding, passwordCode, { email: alan.email, client_ip }, { pick: [exampleCode] })
  await addEndpoint(seeding)
  await fillBalance(seeding)
  for (const withdrawal of Object.values(exampleWithdrawals)) await withdraw(seeding, withdrawal)
}

/** Settles the partner's purchases to its balance, as a shop's plugin needs it. */
async function settleToBalance({ exchange, partner }: Seeding): Promise<void> {
  const deps = storeDepsOf(exchange)
  const found = await storesOf(deps).partners.findByKey(partner.apiKey)
  if (!found || found.partner.settlement === 'balance') return
  await settlePartnerTo(operatorDeps({ ...deps, mode: exchange.mode }), {
    partnerId: found.partner.id,
    settlement: 'balance',
    actor: 'sandbox',
    reason: 'examples',
  })
}

/** Makes a coupon, unless an earlier start did. */
async function makeCoupon({ exchange, partner }: Seeding): Promise<void> {
  const deps = storeDepsOf(exchange)
  const found = await storesOf(deps).partners.findByKey(partner.apiKey)
  if (!found) return
  await createCoupon(operatorDeps({ ...deps, mode: exchange.mode }), {
    terms: {
      partnerId: found.partner.id,
      code: exampleCoupon,
      offBps: 10_000,
      validFrom: exchange.clock.now(),
      validUntil: new Date('2099-01-01T00:00:00Z'),
      mostUses: 1_000_000,
      mostUsesEach: 1,
    },
    actor: 'sandbox',
    reason: 'examples',
  })
}

/** Adds an endpoint that is sent nothing as long as no one guesses codes. */
async function addEndpoint(seeding: Seeding): Promise<void> {
  const { url, endpoint_id } = exampleEndpoint
  const body = { url, events: ['withdrawals_locked'] }
  await call(seeding, contract.partnerAccount.addEndpoint, body, { uuid: [endpoint_id] })
}

/** Credits Ada's balance by a transfer. */
async function fillBalance(seeding: Seeding): Promise<void> {
  const ids = { partner_order_id: 'order-1000', client_order_id: 'GB7Q9-040816' }
  if (!(await place(seeding, ids, { payin_group: 'sepa', payout_group: 'balance' }))) return
  await appOf(seeding).request(`${pages.sandboxBank}?order=${ids.client_order_id}`, { method: 'POST' })
  for (;;) {
    const order = await call(seeding, contract.partner.order, undefined, {}, ids)
    const { status } = z.parse(State, order)
    if (status === 'finished') return
    if (ends.has(status)) throw new Error(`The order that fills the balance is ${status}`)
    await seeding.pause()
  }
}

const State = z.looseObject({ status: z.string() })
const ends = new Set(['refunded', 'expired', 'canceled', 'error', 'pending'])

async function withdraw(seeding: Seeding, ids: OrderIds & { readonly uuid: string }): Promise<void> {
  const isNew = await place(
    seeding,
    ids,
    {
      payin_group: 'balance',
      payin_currency: 'ETH',
      payin_amount: '0.005',
      payout_group: 'crypto',
      dst_address: wallet,
    },
    { uuid: [ids.uuid], code: exampleCode },
  )
  if (isNew) await giveTime(seeding, ids)
}

/**
 * A code lives ten minutes and an order an hour: this extends them, so that a later reader of the reference still finds
 * them as printed.
 */
async function giveTime({ exchange }: Seeding, { client_order_id: orderId }: OrderIds): Promise<void> {
  await advanceClock(exchange, { orderId, requestId: null }, -YEAR_SECONDS)
}

type OrderIds = { readonly partner_order_id: string; readonly client_order_id: string }

/** Creates an order of Ada under these ids. @returns whether it is new */
async function place(
  seeding: Seeding,
  { partner_order_id, client_order_id }: OrderIds,
  terms: Readonly<Record<string, string>>,
  { uuid = [], code }: { readonly uuid?: string[]; readonly code?: string } = {},
): Promise<boolean> {
  const body = {
    partner_order_id,
    payin_currency: 'EUR',
    payin_amount: '100.00',
    payout_currency: 'ETH',
    client_email: ada.email,
    ...origin,
    ...terms,
  }
  const pick = [...client_order_id.split('-'), ...(code === undefined ? [] : [code])]
  return (await call(seeding, contract.partner.createOrder, body, { uuid, pick })) !== undefined
}

/** Opens a session of a client under this name, if it has none. */
async function openSession(seeding: Seeding, email: string, session: string): Promise<void> {
  const { balances, openSession: open } = contract.client
  const headers = { Authorization: `Bearer ${session}` }
  if ((await appOf(seeding).request(balances.path, { headers })).status === 200) return
  const token = await call(seeding, contract.partnerClient.login, loginOf(email))
  if (token === undefined) return
  const { ts } = z.parse(z.looseObject({ ts: z.string() }), token)
  await call(seeding, open, { ts }, { token: [session] })
}

function loginOf(email: string) {
  return { email, password: examplePassword, ...origin }
}

/**
 * Calls the exchange as its partner.
 * @returns the answer; undefined if it was created before, or can no longer be created
 * @throws Error if it is refused
 */
async function call(
  seeding: Seeding,
  route: Route,
  body: Readonly<Record<string, string | readonly string[]>> | undefined,
  script: Script = {},
  params: Readonly<Record<string, string>> = {},
): Promise<unknown> {
  const { apiKey, secret } = seeding.partner
  const path = pathOf(route, params)
  const text = body === undefined ? '' : JSON.stringify(body)
  const answer = await appOf(seeding, script).request(path, {
    method: route.method,
    headers: {
      'API-Key': apiKey,
      'API-Signature': signRequest(secret, path, text),
      ...(body && { 'Content-Type': 'application/json' }),
    },
    ...(body && { body: text }),
  })
  const read: unknown = await answer.json()
  if (answer.status === 200) return read
  // It was created at an earlier start, or a reader who tried an example has changed the password.
  if (answer.status === 409 || answer.status === 401) return undefined
  throw new Error(`${route.method} ${path} of the examples is answered ${answer.status}`)
}

/** The exchange's application, with scripted ids. */
function appOf({ exchange, files }: Seeding, script: Script = {}): ReturnType<typeof createApp> {
  return createApp({ ...exchange, cell: null, random: scriptedRandom(exchange.random, script) }, files)
}

/** The next results of each kind, in order. */
type Script = Partial<Record<'token' | 'uuid' | 'pick', string[]>>

/** A source of randomness that returns the script's values first: so a sandbox's examples have known ids. */
function scriptedRandom(random: Random, script: Script): Random {
  return {
    ...random,
    token: (bits) => script.token?.shift() ?? random.token(bits),
    uuid: () => script.uuid?.shift() ?? random.uuid(),
    pick: (alphabet, length) => script.pick?.shift() ?? random.pick(alphabet, length),
  }
}
