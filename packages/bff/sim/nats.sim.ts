import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { localhostCertificate } from '@cambio/rails/mail/localhostCertificate.ts'
import { startNatsServer, type NatsServer } from '@cambio/rails/testing/nats/natsServer.ts'
import { silentLog } from '@cambio/server/log.ts'
import { openDatabase, type Database } from '@cambio/server/postgres/Database.ts'
import { startEmbedded, type Embedded } from '@cambio/server/postgres/embedded.ts'
import { readEnvironment } from '@cambio/server/settings/environment.ts'
import { statement } from '@cambio/server/testing/postgres/testing.ts'
import { signRequest } from '@cambio/wire/partner/signature.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { examineEvents } from '../src/cli/doctor/examineEvents.ts'
import { ExchangeEnvironment } from '../src/program/environment.ts'
import { startExchange, type RunningExchange } from '../src/program/startExchange.ts'
import { createBody, createPath } from '../test/order/createOrder.ts'

/*
 * pnpm sim:nats: two exchanges on one database publish to a real NATS server (Debian's nats-server), which is killed, stands
 * still and loses its stream. ORDERS asks for more orders.
 */

const { ORDERS = '60' } = process.env
const STREAM = 'CAMBIO'
const shop = { apiKey: 'SHOP', secret: 'shop-secret', callbackSecret: 'shop-callback-secret' }

let folder: string
let postgres: Embedded
let nats: NatsServer
let exchanges: RunningExchange[]
let database: Database

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cambio-sim-nats-'))
  await chmod(folder, 0o711)
  nats = await startNatsServer()
  postgres = await startEmbedded({ dataDir: join(folder, 'postgres'), log: silentLog })
  exchanges = [await exchange(), await exchange()]
  await exchanges[0]?.ensurePartner({ ...shop, name: 'Shop', origins: [], callbackUrl: null })
  database = openDatabase({ url: postgres.url('postgres'), schema: 'exchange', max: 2 })
})
afterAll(async () => {
  await database.close()
  for (const each of exchanges) await each.close()
  await postgres.stop()
  await nats.close()
  await rm(folder, { recursive: true, force: true })
})

function exchange(): Promise<RunningExchange> {
  const environment = readEnvironment(ExchangeEnvironment, {
    DATABASE_URL: postgres.url('postgres'),
    EXCHANGE_KEY: Buffer.alloc(32, 1).toString('base64'),
    DATA_DIR: folder,
    PORT: '0',
    LIMITS_FACTOR: '1000',
    NATS_URL: `nats://${nats.host}`,
  })
  return startExchange({ environment, log: silentLog })
}

let calls = 0

/** Asks the exchanges in turn. */
async function ask(method: string, path: string, body?: object): Promise<string> {
  const text = body === undefined ? '' : JSON.stringify(body)
  calls += 1
  const url = exchanges[calls % exchanges.length]?.url ?? ''
  const answer = await fetch(url + path, {
    method,
    headers: {
      'API-Key': shop.apiKey,
      'API-Signature': signRequest(shop.secret, path.replace(/\?.*/, ''), text),
      'Content-Type': 'application/json',
    },
    ...(body && { body: text }),
  })
  const answered = await answer.text()
  expect(answer.status, answered).toBe(200)
  return answered
}

let created = 0

async function createOrders(count: number): Promise<void> {
  for (let each = 0; each < count; each++) await ask('POST', createPath, createBody(`order-${++created}`))
}

const Feed = z.object({ data: z.array(z.looseObject({ id: z.int(), callback_id: z.string() })) })

/** The whole feed, each event by its id and its text. */
async function feed(): Promise<(readonly [string, string])[]> {
  const events: z.infer<typeof Feed>['data'] = []
  for (;;) {
    const path = `/api/v2/partner/events?limit=500&after=${events.at(-1)?.id ?? 0}`
    const { data } = Feed.parse(JSON.parse(await ask('GET', path)))
    if (data.length === 0) return events.map((event) => [event.callback_id, JSON.stringify(event)])
    events.push(...data)
  }
}

const Event = z.object({
  id: z.int(),
  callback: z.object({ client_order: z.object({ client_order_id: z.string() }) }),
})

/** Waits until the stream has the whole feed, each event once, and expects each order's in their order. */
async function expectAllPublished(): Promise<void> {
  const events = new Map(await feed())
  expect(events.size).toBe(2 * created)
  const idsIn = async () => new Set((await nats.messages(STREAM)).map(({ id }) => id))
  await expect.poll(idsIn, { timeout: 120_000, interval: 500 }).toEqual(new Set(events.keys()))
  const messages = await nats.messages(STREAM)
  expect(messages.length).toBe(events.size)
  for (const { id, text } of messages) expect(text).toBe(events.get(id))
  const read = messages.map(({ text }) => Event.parse(JSON.parse(text)))
  for (const chain of Map.groupBy(read, ({ callback }) => callback.client_order.client_order_id).values()) {
    const ids = chain.map(({ id }) => id)
    expect(ids).toEqual(ids.toSorted((one, other) => one - other))
  }
}

const MANY = Number(ORDERS)

/** What the doctor finds with further settings. */
async function examined(variables: Readonly<Record<string, string>> = {}) {
  const environment = readEnvironment(ExchangeEnvironment, { NATS_URL: `nats://${nats.host}`, ...variables })
  const [first] = await examineEvents(environment, { query: database.query, now: new Date() })
  return first
}

test('the doctor finds NATS before there is a stream', async () => {
  expect(await examined()).toMatchObject({
    state: 'good',
    finding: expect.stringContaining('first event creates'),
  })
})

test('the stream, which the first event creates, gets the feed, once from two exchanges', async () => {
  await createOrders(MANY)
  await expectAllPublished()
  const [first] = await nats.messages(STREAM)
  expect(first?.subject).toMatch(/^cambio\.[0-9a-f-]{36}\.client_order\.payin_pending$/)
  const { config } = await nats.managed((manager) => manager.streams.info(STREAM))
  expect(config).toMatchObject({ subjects: ['cambio.>'], storage: 'file' })
  expect(await examined()).toMatchObject({
    state: 'good',
    finding: expect.stringContaining('CAMBIO accepts events'),
  })
})

test('nothing is lost and nothing comes twice when the server is killed while events are published', async () => {
  for (let times = 0; times < 3; times++) {
    const creating = createOrders(MANY)
    const before = (await nats.messages(STREAM)).length
    await expect.poll(async () => (await nats.messages(STREAM)).length).toBeGreaterThan(before)
    await nats.kill()
    await nats.start()
    await creating
  }
  await expectAllPublished()
})

test('orders go on as fast as before while the server stands still, and it gets all of them afterwards', async () => {
  const control = await timed(() => createOrders(MANY))
  nats.freeze()
  const frozen = await timed(() => createOrders(MANY))
  nats.thaw()
  expect(frozen).toBeLessThan(3 * control)
  await expectAllPublished()
})

async function timed(work: () => Promise<void>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}

test('what is published again is not kept again', async () => {
  const before = await nats.messages(STREAM)
  await database.query(statement('update event_publication set published = 0'))
  await createOrders(1)
  await expectAllPublished()
  expect((await nats.messages(STREAM)).slice(0, before.length)).toEqual(before)
})

test('a stream of the operator’s that takes the subjects is used as it is', async () => {
  await nats.managed((manager) => manager.streams.delete(STREAM))
  const subjects = ['cambio.*.client_order.>', 'other']
  const made = await nats.managed((manager) =>
    manager.streams.add({ name: 'OWN', subjects, max_msgs: 10_000 }),
  )
  await createOrders(1)
  await expect.poll(async () => (await nats.messages('OWN')).length).toBe(2)
  const { config } = await nats.managed((manager) => manager.streams.info('OWN'))
  expect(config).toEqual(made.config)
  expect(await nats.messages(STREAM)).toEqual([])
})

test('a server behind TLS and a password is reached with both, and each refusal says what is wrong', async () => {
  const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')]
  await writeFile(cert, localhostCertificate.cert)
  await writeFile(key, localhostCertificate.key)
  const login = { user: 'cambio', pass: 'right password' }
  const closed = await startNatsServer({
    words: ['--tlscert', cert, '--tlskey', key, '--user', login.user, '--pass', login.pass],
    options: { ...login, tls: { ca: localhostCertificate.cert } },
  })
  const right = {
    NATS_URL: `tls://${closed.host}`,
    NATS_USER: login.user,
    NATS_PASSWORD: login.pass,
    NATS_CA: localhostCertificate.cert,
  }
  expect(await examined(right)).toMatchObject({ state: 'good' })
  const wrong = await examined({ ...right, NATS_PASSWORD: 'hunter2' })
  expect(wrong?.finding).toBe('Events are not published: NATS refuses the login.')
  const untrusted = await examined({ ...right, NATS_CA: '' })
  expect(untrusted?.finding).toMatch(/self.signed certificate/)
  const plain = await examined({ ...right, NATS_URL: `tls://${nats.host}` })
  expect(plain?.finding).toMatch(/does not support 'tls'/)
  await closed.close()
})
