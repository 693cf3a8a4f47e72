import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import type { Clock } from '@cambio/server/Clock.ts'
import type { DoorEnv } from '@cambio/server/http/door.ts'
import { keyring, type Keyring } from '@cambio/server/keys/Keyring.ts'
import { silentLog, type Log } from '@cambio/server/log.ts'
import { createMetrics } from '@cambio/server/metrics.ts'
import type { Query } from '@cambio/server/postgres/Database.ts'
import { systemRandom } from '@cambio/server/Random.ts'
import { cleanDatabase, type Reach } from '@cambio/server/testing/postgres/testing.ts'
import type { Acquirer } from '../src/acquirers/Acquirer.ts'
import { bounded } from '../src/acquirers/bounded.ts'
import { cardsApp } from '../src/http/cardsApp.ts'
import { unrestricted } from '../src/merchant/unrestricted.ts'
import type { Post } from '../src/notification/httpPost.ts'
import type { Platform } from '../src/Platform.ts'
import { migrations, schema } from '../src/program/migrations.ts'
import { followUpHash, saleHash, subjectOf, type Signer } from '../src/protocol/hash.ts'
import { sandboxAcquirer } from '../src/sandbox/sandboxAcquirer.ts'
import { simulatedWallets } from '../src/sandbox/wallets/simulatedWallets.ts'
import { saveMerchant, type NewMerchant } from '../src/store/merchants.ts'
import { platformKeys } from '../src/vault/PlatformKeys.ts'
import { platformWork } from '../src/work/platformWork.ts'

/*
 * The whole platform on a database of its own, under a clock that stands until it is moved. Tests come in by the
 * front door; what the platform does of its own accord is done by `settle`.
 */

export type Fields = Record<string, string>
export type Reply = { status: number; body: Record<string, unknown> & { trans_id: string } }
export type Rig = Awaited<ReturnType<typeof openRig>>

export const merchantId = '11111111-1111-4111-8111-111111111111'
export const password = '13a4822c5907ed235f3a068c76184fc3'
export const visa = '4111111111111111'
const appRole = 'cards_app'

/** An acquirer of a test's own that works with the rig's database and clock. */
export type MakeAcquirer = (deps: { query: Query; clock: Clock; log: Log }) => Acquirer

export async function openRig(
  options: {
    acquirer?: Acquirer | MakeAcquirer
    keyring?: Keyring
    retryFactor?: number
    reach?: Reach
  } = {},
) {
  const testDb = await cleanDatabase({ schema, appRole, directories: migrations }, options.reach)
  const ring = options.keyring ?? keyring([Buffer.alloc(32, 7)])
  let now = new Date('2026-03-01T09:30:00Z')
  const clock = { now: () => now }
  const inbox: Fields[] = []
  const headersSent: Readonly<Record<string, string>>[] = []
  let answer: (url: string, fields: Fields) => Promise<{ status: number; text: string }> = async () => ({
    status: 200,
    text: 'OK',
  })
  const post: Post = (url, body, headers = {}) => {
    headersSent.push(headers)
    const fields = Object.fromEntries(body)
    inbox.push(fields)
    return answer(url, fields)
  }
  const { query, leaseOwner } = testDb.database
  const base = { query, leaseOwner, clock, random: systemRandom, log: silentLog, keyring: ring }
  const keys = await platformKeys(base)
  const paymentUrl = 'http://localhost:8789'
  const chosenAcquirer = typeof options.acquirer === 'function' ? options.acquirer(base) : options.acquirer
  const bank = chosenAcquirer ?? sandboxAcquirer({ keys, clock, paymentUrl })
  // What a test has a bank wait for comes on a slow machine, too.
  const acquirer = bounded(bank, { log: silentLog, timeoutMs: 120_000 })
  const platform: Platform = {
    ...base,
    keys,
    paymentUrl,
    wallets: simulatedWallets(keys),
    acquirers: new Map([[bank.name, acquirer]]),
  }
  const metrics = createMetrics({ program: 'cards' })
  const app = cardsApp(
    { platform, metrics, frame: null },
    { trustedProxies: [], limitsFactor: 1000, sandbox: true },
  )
  const work = platformWork(
    { platform, database: testDb.database, post, metrics },
    { retryFactor: options.retryFactor ?? 1 },
  )
  const merchant: NewMerchant = {
    id: merchantId,
    name: 'Exchange',
    descriptor: 'CAMBIO',
    mode: 'test',
    acquirer: bank.name,
    password,
    algorithm: 'md5',
    notificationUrl: 'https://merchant.example/notifications',
    captureDelayMs: 1000,
    tokenization: true,
    wallets: [],
    ...unrestricted,
  }
  await saveMerchant(base, merchant, now)

  async function send(fields: Fields, encoding: 'form' | 'multipart' = 'form'): Promise<Reply> {
    const reply = await app.request('/post', { method: 'POST', body: encoded(fields, encoding) })
    return { status: reply.status, body: (await reply.json()) as Reply['body'] }
  }

  return {
    app,
    platform,
    merchant,
    database: testDb.database,
    owner: testDb.owner,
    /** Everything that was posted to merchants, in order. */
    inbox,
    /** What came with each of them. */
    headersSent,
    send,
    sale: (fields: Fields = {}, encoding?: 'form' | 'multipart') => send(saleFields(fields), encoding),
    followUp: (action: string, transId: string, fields: Fields = {}) =>
      send(followUpFields(action, transId, fields)),
    answerNotifications(how: typeof answer) {
      answer = how
    },
    saveMerchant: (changes: Partial<NewMerchant>) => saveMerchant(base, { ...merchant, ...changes }, now),
    /** Moves the clock. */
    pass(ms: number) {
      now = new Date(now.getTime() + ms)
    },
    /** Everything that is due, and what follows from it at once. */
    async settle() {
      while ((await work.tick()) > 0);
    },
    close: () => testDb.close(),
  }
}

/** A complete SALE of test card 1, signed, with changes; an undefined value leaves a field out. */
export function saleFields(changes: Fields = {}, signer: Signer = { password, algorithm: 'md5' }): Fields {
  const fields: Fields = {
    action: 'SALE',
    client_key: merchantId,
    order_id: 'order-1',
    order_amount: '100.00',
    order_currency: 'EUR',
    order_description: 'CID:42',
    card_number: visa,
    card_exp_month: '01',
    card_exp_year: '2038',
    card_cvv2: '123',
    payer_first_name: 'Jane',
    payer_last_name: 'Doe',
    payer_birth_date: '1990-02-28',
    payer_address: 'Big street',
    payer_country: 'DE',
    payer_state: 'Berlin',
    payer_city: 'Berlin',
    payer_zip: '10115',
    payer_email: 'doe@example.com',
    payer_phone: '+49301234567',
    payer_ip: '203.0.113.7',
    term_url_3ds: `https://exchange.example/paystatus/${merchantId}/order-1/`,
    ...changes,
  }
  const subject = fields['card_number'] ? subjectOf(fields['card_number']) : (fields['card_token'] ?? '')
  return { hash: saleHash(signer, fields['payer_email'] ?? '', subject), ...fields }
}

export function followUpFields(action: string, id: string, changes: Fields = {}): Fields {
  const named = action === 'GET_TRANS_STATUS_BY_ORDER' ? { order_id: id } : { trans_id: id }
  const hash = followUpHash({ password, algorithm: 'md5' }, 'doe@example.com', id, subjectOf(visa))
  return { action, client_key: merchantId, ...named, hash, ...changes }
}

/** What node tells of a request that came over a socket from this address. */
export function fromAddress(address: string): DoorEnv['Bindings'] {
  const socket = Object.defineProperty(new Socket(), 'remoteAddress', { value: address })
  return { incoming: new IncomingMessage(socket) }
}

function encoded(fields: Fields, encoding: 'form' | 'multipart') {
  if (encoding === 'form') return new URLSearchParams(fields)
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return form
}
