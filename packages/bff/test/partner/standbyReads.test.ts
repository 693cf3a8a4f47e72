import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { silentLog } from '@cambio/server/log.ts'
import { openDatabase, type Database } from '@cambio/server/postgres/Database.ts'
import { startEmbedded, type Embedded } from '@cambio/server/postgres/embedded.ts'
import { hasReached, primaryPlace } from '@cambio/server/postgres/standby/primaryPlace.ts'
import { readEnvironment } from '@cambio/server/settings/environment.ts'
import { statement } from '@cambio/server/testing/postgres/testing.ts'
import { startStandby } from '@cambio/server/testing/postgres/testingStandby.ts'
import { signRequest } from '@cambio/wire/partner/signature.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { examineStandby } from '../../src/cli/doctor/examineStandby.ts'
import { ExchangeEnvironment } from '../../src/program/environment.ts'
import { startExchange, type RunningExchange } from '../../src/program/startExchange.ts'
import { createBody, createPath } from '../order/createOrder.ts'

/* An exchange with a primary and a standby of it that streams. */

const LOOK_AGAIN_MS = 200
const shop = { apiKey: 'SHOP', secret: 'shop-secret', callbackSecret: 'shop-callback-secret' }

let folder: string
let primary: Embedded
let standby: Embedded
let exchange: RunningExchange
/** The superuser's, beside the exchange's own. */
let pools: { readonly primary: Database; readonly standby: Database }

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cambio-standby-'))
  await chmod(folder, 0o711)
  primary = await startEmbedded({ dataDir: join(folder, 'primary'), log: silentLog })
  standby = await startStandby(primary, join(folder, 'standby'))
  const environment = readEnvironment(ExchangeEnvironment, {
    DATABASE_URL: primary.url('postgres'),
    DATABASE_READ_URL: standby.url('postgres'),
    EXCHANGE_KEY: Buffer.alloc(32, 1).toString('base64'),
    DATA_DIR: folder,
    PORT: '0',
  })
  exchange = await startExchange({ environment, log: silentLog })
  await exchange.ensurePartner({ ...shop, name: 'Shop', origins: [], callbackUrl: null })
  pools = { primary: poolOf(primary), standby: poolOf(standby) }
})
afterAll(async () => {
  await Promise.all([pools.primary.close(), pools.standby.close()])
  await exchange.close()
  await standby.stop()
  await primary.stop()
  await rm(folder, { recursive: true, force: true })
})

function ask(method: string, path: string, body?: object): Promise<Response> {
  const text = body === undefined ? '' : JSON.stringify(body)
  const signature = signRequest(shop.secret, path.replace(/\?.*/, ''), text)
  return fetch(exchange.url + path, {
    method,
    headers: { 'API-Key': shop.apiKey, 'API-Signature': signature, 'Content-Type': 'application/json' },
    ...(body && { body: text }),
  })
}

async function send(method: string, path: string, body?: object): Promise<string> {
  const answer = await ask(method, path, body)
  const text = await answer.text()
  expect(answer.status, text).toBe(200)
  return text
}

const listPath = '/api/v2/partner/order/list'
const Listed = z.object({ data: z.array(z.object({ partner_order_id: z.string() })) })

/** The orders of the list by the partner's ids, newest first. */
const listed = async () =>
  Listed.parse(JSON.parse(await send('GET', listPath))).data.map(({ partner_order_id: id }) => id)

const metrics = async () => (await fetch(`${exchange.url}/metrics`)).text()

/** How far the standby is behind, bytes; undefined while that is not known. */
async function bytesBehind(): Promise<number | undefined> {
  const [, bytes] = /^database_standby_bytes_behind\{.*\} (\d+)$/m.exec(await metrics()) ?? []
  return bytes === undefined ? undefined : Number(bytes)
}

/** How many reads a server has done. */
async function readsOf(server: 'standby' | 'primary'): Promise<number> {
  const [, count = '0'] =
    new RegExp(`^database_list_reads_total\\{server="${server}".*\\} (\\d+)$`, 'm').exec(await metrics()) ??
    []
  return Number(count)
}

/** Reads until the standby has answered, as it does once it is not left alone any more. Every answer is checked. */
async function untilReadOnStandby(read: () => Promise<unknown>): Promise<void> {
  const before = await readsOf('standby')
  for (;;) {
    await read()
    if ((await readsOf('standby')) > before) return
    await after(LOOK_AGAIN_MS)
  }
}

/** A pool that is told from the exchange's by its name, and may change an order that was placed. */
function poolOf(server: Embedded): Database {
  const options = encodeURIComponent('-c application_name=test -c session_replication_role=replica')
  return openDatabase({ url: `${server.url('postgres')}?options=${options}`, schema: 'exchange', max: 3 })
}

const on = <Row extends object>({ query }: Database, sql: string) => query<Row>(statement(sql))

let created = 0

/** Creates an order under an id of its own. @returns that id */
async function createOrder(): Promise<string> {
  created += 1
  const id = `order-${created}`
  await send('POST', createPath, createBody(id))
  return id
}

/** Expects an order that was just created to be in the list, and the standby not to have been read. */
async function expectReadOnPrimary(): Promise<void> {
  const before = await readsOf('standby')
  const id = await createOrder()
  expect((await listed())[0]).toBe(id)
  expect(await readsOf('standby')).toBe(before)
}

/** Expects the standby to be read again after a while, and every list until then to have the order that was just created. */
const expectReadOnStandby = () =>
  untilReadOnStandby(async () => {
    const id = await createOrder()
    expect((await listed())[0]).toBe(id)
  })

test.each([
  ['the list', listPath],
  ['the list with data', `${listPath}?include=order`],
  ['a filtered list', `${listPath}?status=processing`],
  ['the report', '/api/v2/partner/report/orders?format=jsonl'],
  ['the feed of events', '/api/v2/partner/events'],
])('%s is read on the standby, with the order that was just created', async (_title, path) => {
  await untilReadOnStandby(async () => {
    const id = await createOrder()
    expect(await send('GET', path)).toContain(`"${id}"`)
  })
})

test('a list is read on the primary while the standby is behind', async () => {
  await on(pools.standby, 'select pg_wal_replay_pause()')
  // It is asked to, and does so a moment later.
  const state = () => on(pools.standby, 'select pg_get_wal_replay_pause_state() as state')
  await expect.poll(state).toEqual([{ state: 'paused' }])
  await expectReadOnPrimary()
  const paused = Number(await bytesBehind())
  expect(paused).toBeGreaterThan(0)
  await on(pools.standby, 'select pg_wal_replay_resume()')
  await expectReadOnStandby()
  await expect.poll(bytesBehind).toBeLessThan(paused)
})

test('a list is read on the primary while the standby does not answer', async () => {
  const sessions = await on<{ pid: number }>(
    pools.standby,
    `select pid from pg_stat_activity where backend_type = 'client backend' and application_name = ''`,
  )
  expect(sessions).not.toEqual([])
  // A new session would be answered if the server itself went on.
  const [server] = (await readFile(join(folder, 'standby/postgres/postmaster.pid'), 'utf8')).split('\n')
  const pids = [Number(server), ...sessions.map(({ pid }) => pid)]
  pids.forEach((pid) => process.kill(pid, 'SIGSTOP'))
  await expectReadOnPrimary()
  pids.forEach((pid) => process.kill(pid, 'SIGCONT'))
  await expectReadOnStandby()
})

test('what the standby has, and waits for another that commits wait for, is not shown', async () => {
  const id = await createOrder()
  const named = `select from orders where partner_order_id = 'unacknowledged'`
  await setSynchronous('nobody')
  const waiting = () => on(pools.primary, `select from pg_stat_activity where wait_event = 'SyncRep'`)
  await expect.poll(waiting).not.toEqual([])
  const changed = on(
    pools.primary,
    `update orders set partner_order_id = 'unacknowledged' where partner_order_id = '${id}'`,
  ).catch(() => {})
  await expect.poll(() => on(pools.standby, named)).toHaveLength(1)
  expect(await (await ask('GET', listPath)).text()).not.toContain('unacknowledged')
  await setSynchronous('')
  await changed
  await expectReadOnStandby()
  expect((await listed()).filter((each) => each === 'unacknowledged')).toHaveLength(1)
})

async function setSynchronous(names: string): Promise<void> {
  await on(pools.primary, `alter system set synchronous_standby_names = '${names}'`)
  await on(pools.primary, 'select pg_reload_conf()')
}

test('a standby has reached a place only in the log of the primary that it follows', async () => {
  const place = await primaryPlace(pools.primary)
  await expect.poll(() => hasReached(pools.standby.query, place)).toBe(true)
  const ofAnother = { ...place, started_micros: place.started_micros - 1n }
  expect(await hasReached(pools.standby.query, ofAnother)).toBe(false)
})

test('the doctor finds that the standby follows the primary', async () => {
  const findings = await examineStandby({ DATABASE_READ_URL: standby.url('postgres') }, pools.primary.query)
  expect(findings).toMatchObject([{ state: 'good', check: 'standby' }])
})

test('a list is read on the primary while there is no standby', async () => {
  await standby.stop()
  await expectReadOnPrimary()
  expect(await bytesBehind()).toBeUndefined()
})
