import { argon2Passwords } from '@cambio/bff/authenticate/argon2.ts'
import { schema } from '@cambio/bff/store/openStore.ts'
import { createPartner } from '@cambio/partner/client.ts'
import { openDatabase } from '@cambio/server/postgres/Database.ts'
import { systemRandom } from '@cambio/server/Random.ts'
import { contract } from '@cambio/wire/http/contract.ts'
import { signRequest } from '@cambio/wire/partner/signature.ts'
import { newOrder, signedCreate } from '../load/orderTraffic.ts'
import { sandboxPartner } from '../src/sandbox.ts'
import { asking, awake, SECONDS } from './asking.ts'
import { interleaved, ratio, type Line, type Measured } from './rounds.ts'

/** Clients that are there to order: one has at most three orders unpaid. */
const CLIENTS = 40_000
const ORDERS_EACH = 3
const ROUNDS = 8
/** Logins at once: as many as the exchange hashes at once, so that none waits into the next round. */
const LOGINS = 2

const loginPath = contract.partnerClient.login.path
const origin = { client_ip: '203.0.113.7', remote_country: 'DE' }
const registered = { client_external_id: 'bench-client', email: 'client@bench.example' }
const password = 'correct horse battery'

/** What clients cost: their logins, their orders and their limits, each beside the same without a client. */
export async function clientRows(stage: {
  readonly url: string
  readonly ownerUrl: string
  /** The port of the empty route behind the door. */
  readonly door: number
}): Promise<readonly Line[]> {
  const { url, ownerUrl, door } = stage
  const { apiKey, secret } = sandboxPartner
  const partner = createPartner({ baseUrl: url, apiKey, secret })
  await partner.call(contract.partnerClient.register, { body: { ...registered, password, ...origin } })
  await makeClients(ownerUrl)
  const rates = await interleaved(
    {
      login: asking(signed(url, loginPath, { email: registered.email, password, ...origin }), LOGINS),
      hash: hashing(await argon2Passwords({ random: systemRandom }).hash(password, 'bench')),
      clientOrder: clientOrders(url),
      partnerOrder: asking({ url, requests: [partnerOrder] }),
      limits: awake(
        asking(signed(url, contract.partner.fee.path, { ...fee, client_external_id: 'bench-client' })),
      ),
      fee: awake(asking(signed(url, contract.partner.fee.path, fee))),
      tickers: awake(asking({ url: `${url}${contract.public.tickers.path}` })),
      empty: awake(asking({ url: `http://127.0.0.1:${door}/` })),
    },
    ROUNDS,
  )
  return [
    ['login ÷ its password’s hash alone', ratio(rates.login, rates.hash), ''],
    ['client order ÷ partner order', ratio(rates.clientOrder, rates.partnerOrder), ''],
    ['fee with limits ÷ fee without', ratio(rates.limits, rates.fee), ''],
    ['ticker list ÷ empty GET behind the door', ratio(rates.tickers, rates.empty), ''],
  ]
}

const fee = {
  partner_order_id: 'bench',
  payin_currency: 'EUR',
  payin_amount: '100.00',
  payout_currency: 'ETH',
}

/** The same signed body again and again. */
function signed(url: string, path: string, body: object) {
  const text = JSON.stringify(body)
  const { apiKey, secret } = sandboxPartner
  const headers = {
    'Content-Type': 'application/json',
    'API-Key': apiKey,
    'API-Signature': signRequest(secret, path, text),
  }
  return { url: `${url}${path}`, method: 'POST', headers, body: text } as const
}

const partnerOrder = {
  method: 'POST' as const,
  path: contract.partner.createOrder.path,
  setupRequest: (request: object) => ({ ...request, ...signedCreate(sandboxPartner) }),
}

/** Orders of one client after the other, each with a session of its own. */
function clientOrders(url: string): Measured {
  const { payin_currency, payin_amount, payout_currency, dst_address } = newOrder('')
  const body = JSON.stringify({ payin_currency, payin_amount, payout_currency, dst_address })
  let count = 0
  const next = () => {
    const client = Math.floor(count++ / ORDERS_EACH) + 1
    if (client > CLIENTS) throw new Error('There are too few clients to order.')
    return { Authorization: `Bearer ${sessionOf(client)}`, 'Content-Type': 'application/json' }
  }
  const path = contract.client.createOrder.path
  const setupRequest = (request: object) => ({ ...request, headers: next() })
  return asking({ url, requests: [{ method: 'POST', path, body, setupRequest }] })
}

/** Passwords that are looked at one after the other, as the exchange does it. */
function hashing(hash: string): Measured {
  const passwords = argon2Passwords({ random: systemRandom })
  return async () => {
    const started = performance.now()
    let done = 0
    const keep = async () => {
      while (performance.now() - started < SECONDS * 1_000) {
        await passwords.isRight(password, hash, 'bench')
        done += 1
      }
    }
    await Promise.all(Array.from({ length: LOGINS }, keep))
    return (done * 1_000) / (performance.now() - started)
  }
}

const sessionOf = (client: number) => `bench-session-${String(client).padStart(8, '0')}`

/** Clients of the partner with a session each, as registering and logging in would have left them. */
async function makeClients(ownerUrl: string): Promise<void> {
  const database = openDatabase({ url: ownerUrl, schema, max: 1 })
  try {
    await database.query({
      name: 'make_clients',
      text: `
        with made as (
          insert into client (id, partner_id, email, level, created_at)
          select 'bench-' || n, p.id, 'bench-' || n || '@example.com', 'unverified', now()
          from partner p, generate_series(1, $2::int4) n where p.api_key = $1
          returning id
        )
        insert into session (token_hash, client_id, expires_at)
        select sha256(convert_to('bench-session-' || lpad(substr(id, 7), 8, '0'), 'UTF8')), id, now() + interval '1 day' from made`,
      values: [sandboxPartner.apiKey, CLIENTS],
    })
    for (const table of ['client', 'session'])
      await database.query({ name: `analyze_${table}`, text: `vacuum (analyze) ${table}`, values: [] })
  } finally {
    await database.close()
  }
}
