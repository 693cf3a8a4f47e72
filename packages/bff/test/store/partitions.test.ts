import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { openOwner } from '@cambio/server/backup/snapshot.ts'
import { silentLog } from '@cambio/server/log.ts'
import { openStore } from '@cambio/server/store/programStore.ts'
import { statement } from '@cambio/server/testing/postgres/testing.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { examinePartitions } from '../../src/cli/doctor/examinePartitions.ts'
import { plan, schema } from '../../src/store/openStore.ts'
import { partitionedTables } from '../../src/store/partitions/partitionedTables.ts'
import { partitionWork } from '../../src/work/partitionWork.ts'
import { createBody, createPath } from '../order/createOrder.ts'
import { openPartitionRig, orderTraffic, partitionWorker, type PartitionRig } from './partitionRig.ts'

/* An installation with plain tables is divided into partitions while orders are placed, read and paid. */

let opened: PartitionRig
let rig: PartitionRig['rig']
let call: PartitionRig['call']
beforeEach(async () => {
  opened = await openPartitionRig()
  ;({ rig, call } = opened)
})
const ends: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0)) await end()
  await rig.close()
})

const DAY_MS = 24 * 60 * 60 * 1_000

const own = <Row extends object>(text: string, ...values: unknown[]) =>
  rig.owner.query<Row>(statement(text, ...values))

const Listed = z.object({
  partitions: z.array(
    z.object({ table: z.string(), partition: z.string(), from: z.nullable(z.string()), until: z.string() }),
  ),
  undivided: z.array(z.string()),
})

async function listed() {
  const { output } = await call(['partitions', 'list', '--json'])
  return Listed.parse(JSON.parse(output))
}

/** What the doctor finds at a time so many days from now. */
async function findings(days = 0) {
  const now = new Date(rig.exchange.clock.now().getTime() + days * DAY_MS)
  const found = await examinePartitions({ query: rig.query, now })
  return found.map(({ state, finding }) => `${state}: ${finding.split(/[ ,;]/, 6).join(' ')}`)
}

/** Has a transaction of somebody else’s look at a table until it is ended, as a report that takes long does. */
async function longReport(table: string): Promise<() => Promise<void>> {
  const client = await openOwner(opened.ownerUrl)
  await client.query(`begin; select from ${schema}.${table} limit 1`)
  ends.push(() => client.end())
  return () => client.end()
}

/** Kills whoever works on the partitions. */
async function kill(): Promise<void> {
  await own(`select pg_terminate_backend(pid) ${partitionWorker}`)
}

test('no table is divided while a program of an earlier version works, and none of these starts once it is', async () => {
  const begins = `insert into process (id, started_at, seen_at) values (7, now(), now())`
  const convert = async (table: string) => (await call(['partitions', 'convert', '--table', table])).output
  await own(begins)
  for (const { name } of partitionedTables)
    expect(await convert(name)).toContain(
      `${name} is not divided: a program of an earlier version works on this database`,
    )
  expect((await listed()).undivided).toHaveLength(partitionedTables.length)
  await own('delete from process')
  const start = (layouts: readonly string[]) => {
    const place = { mode: 'live', url: opened.ownerUrl, ownerUrl: opened.ownerUrl, dataDir: '' } as const
    return openStore({ ...plan, layouts }, place, { log: silentLog, progress() {} })
  }
  for (const { name, layout } of partitionedTables) {
    expect(await convert(name)).toContain(`${name} is divided by month`)
    await expect(start(plan.layouts.filter((known) => known !== layout))).rejects.toThrow(
      `The schema exchange is of a later version: this one does not know ${layout}. Start the version that ran last, or a later one.`,
    )
    await expect(own(begins)).rejects.toThrow('a layout that the program does not know')
  }
})

test('orders go on while tables are divided, also when that is killed, called off and begun anew', async () => {
  const orders = orderTraffic(rig)
  ends.push(() => orders.end())
  await orders.passes(1)
  const stopped = call(['partitions', 'convert'], (sentence) => {
    if (sentence === 'order_event: each row is checked') throw new Error('The process ended')
  })
  await expect(stopped).rejects.toThrow('The process ended')
  await orders.passes(1)

  const end = await longReport('order_event')
  let killing: Promise<void> | undefined
  const killed = call(['partitions', 'convert'], (sentence) => {
    if (sentence === 'order_event: waits for a transaction that uses it') killing ??= kill()
  })
  expect((await killed).output).toContain('The database went away before it confirmed this')
  await killing
  await orders.passes(1)
  expect((await listed()).undivided).toEqual(['order_event', 'posting'])
  expect(await findings()).toEqual([
    'good: Every divided table has its next',
    'warning: The conversion of order_event was broken',
  ])

  await end()
  // What was left behind would refuse the events of May.
  rig.pass(56 * DAY_MS)
  await partitionWork(rig.exchange).work()
  rig.pass(6 * DAY_MS)
  await orders.passes(1)

  expect((await call(['partitions', 'convert'])).output).toMatch(
    /^partner_request was divided already\.\nledger_seal was divided already\.\ncallback was divided already\.\norder_event is divided by month\. It was locked for \d+ ms at most\.\nposting is divided by month\. It was locked for \d+ ms at most\.$/,
  )
  await orders.passes(1)
  rig.pass(60 * DAY_MS)
  await partitionWork(rig.exchange).work()
  rig.pass(35 * DAY_MS)
  await orders.passes(1)
  expect(await orders.end()).toEqual(['200 200 payin_pending'])

  const { partitions, undivided } = await listed()
  expect(undivided).toEqual([])
  expect(partitions.filter(({ table }) => table === 'order_event').map(({ partition }) => partition)).toEqual(
    ['order_event_before_2026_07', ...['07', '08', '09'].map((month) => `order_event_2026_${month}`)],
  )
  const used = 'select distinct tableoid::regclass::text as name from order_event order by 1'
  expect((await own<{ name: string }>(used)).map(({ name }) => name)).toContain('order_event_2026_08')
  const lost =
    'select id from orders o where seq <> (select count(*) from order_event e where e.order_id = o.id)'
  expect(await own(lost)).toEqual([])
  const [requests] = await own<{ rows: bigint; ids: bigint; count: bigint }>(
    `select count(*) as rows, count(distinct id) as ids, sum(1 + coalesce(jsonb_array_length(earlier), 0))::int8 as count
    from partner_request`,
  )
  expect(requests?.ids).toBe(requests?.rows)
  expect(requests?.count).toBeGreaterThanOrEqual(orders.count() * 2)
  for (const refused of ['update order_event set seq = 0', 'delete from order_event_before_2026_07'])
    await expect(rig.query(statement(refused))).rejects.toThrow(/permission denied|only added to/)
})

test('the history of two years ago moves to a file that is proved, and what it is still asked for stays', async () => {
  await call(['partitions', 'convert'])
  const placed = await rig.partner('POST', createPath, createBody('old-1'))
  const id = String(placed.at('client_order_id'))
  await rig.partner('POST', createPath, createBody('old-2'))
  const used = (fact: string) =>
    own(
      `insert into order_event (order_id, seq, fact, status, at) values ($1, 3, $2, 'processing', $3)`,
      id,
      fact,
      rig.exchange.clock.now(),
    )
  await used('discount_used')
  const folder = await mkdtemp(join(tmpdir(), 'cambio-archive-'))
  ends.push(() => rm(folder, { recursive: true }))
  const file = join(folder, 'events.copy.gz')
  const archive = (before = '2026-05-01') =>
    call(['partitions', 'archive', 'order_event', '--before', before, '--to', file])

  expect((await archive()).output).toContain('keeps 24 months')
  // In steps: the partitions that a step makes are made by one statement.
  for (let step = 0; step < 5; step++) {
    rig.pass(160 * DAY_MS)
    await partitionWork(rig.exchange).work()
  }
  expect((await archive('2026-04-01')).output).toContain('No partition of order_event ends on 2026-04-01')
  expect((await archive()).output).toContain(`Order ${id} was placed before that and is still open`)
  await own("update orders set status = 'finished', due_at = null, hold_reason = null")
  await writeFile(file, 'kept')
  expect((await archive()).output).toContain(`${file} is there already. Nothing was changed`)
  expect(await readFile(file, 'utf8')).toBe('kept')
  await rm(file)
  await rig.partner('POST', createPath, createBody('new-1'))
  const report = await longReport('order_event')
  const [before] = await own<{ count: bigint }>('select count(*) from order_event')
  let isFree: Promise<void> | undefined
  const moved = await call(
    ['partitions', 'archive', 'order_event', '--before', '2026-05-01', '--to', file, '--json'],
    () => {
      isFree ??= report()
    },
  )
  await isFree
  expect(JSON.parse(moved.output)).toMatchObject({
    rows: 5,
    stayed: 1,
    sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
  })

  const [left] = await own<{ count: bigint }>('select count(*) from order_event')
  expect(left?.count).toBe((before?.count ?? 0n) - 4n)
  expect(
    gunzipSync(await readFile(file))
      .toString()
      .split('\n')
      .filter((row) => row.startsWith(id)),
  ).toHaveLength(3)
  expect(await own('select seq from order_event where order_id = $1', id)).toEqual([{ seq: 3 }])
  for (const name of ['old-1', 'old-2', 'new-1'])
    expect((await rig.partner('GET', `/api/v2/partner/order/${name}`)).status).toBe(200)
  expect((await archive()).output).toContain('order_event is archived before 2026-05-01 already')

  expect((await call(['partitions', 'verify', file])).output).toContain(
    '5 rows of order_event from before 2026-05-01',
  )
  await appendFile(file, 'x')
  const altered = await call(['partitions', 'verify', file])
  expect([altered.ok, altered.output]).toEqual([false, expect.stringContaining('it was altered')])
})
