import { openOwner } from '@cambio/server/backup/snapshot.ts'
import { answerCall, type Answer } from '@cambio/server/cli/answerCall.ts'
import { statement } from '@cambio/server/testing/postgres/testing.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { examinePartitions } from '../../src/cli/doctor/examinePartitions.ts'
import { partitionCommands } from '../../src/cli/partitions/partitionCommands.ts'
import { schema } from '../../src/store/openStore.ts'
import { partitionWork } from '../../src/work/partitionWork.ts'
import { createBody, createPath } from '../order/createOrder.ts'
import { openRig, type Rig } from '../rig.ts'

/* An installation with plain tables is divided into partitions while orders are placed, read and paid. */

let rig: Rig
let ownerUrl: string
beforeEach(async () => {
  rig = await openRig({}, {}, (url) => {
    const owner = new URL(url)
    owner.searchParams.delete('options')
    ownerUrl = owner.href
    return Promise.resolve(url)
  })
})
const ends: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0)) await end()
  await rig.close()
})

const DAY_MS = 24 * 60 * 60 * 1_000
const line = { program: 'cambio', about: 'Keeps the installation.', commands: partitionCommands }

/** Calls a command on the partitions, as an operator called ada. */
function call(words: readonly string[], progress: (sentence: string) => void = () => {}): Promise<Answer> {
  const { clock, random } = rig.exchange
  return answerCall(line, words, (work) =>
    work({ url: ownerUrl, schema, clock, random, operator: 'ada', progress }),
  )
}

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

/** Places an order and reads it, again and again, until it is ended. */
function traffic() {
  const over = new AbortController()
  const answers: string[] = []
  const orders = new Set<string>()
  const run = async () => {
    while (!over.signal.aborted) {
      const placed = await rig.partner('POST', createPath, createBody(`order-${orders.size}`))
      const read = await rig.partner('GET', `/api/v2/partner/order/order-${orders.size}`)
      answers.push(`${placed.status} ${read.status} ${String(read.at('status_log.0.status'))}`)
      orders.add(String(placed.at('client_order_id')))
      await rig.exchange.requestLog.flush()
    }
  }
  const running = run()
  const end = async () => {
    over.abort()
    await running
    return [...new Set(answers)]
  }
  ends.push(end)
  return {
    orders,
    end,
    async passes(count: number): Promise<void> {
      const until = answers.length + count
      await expect.poll(() => answers.length).toBeGreaterThan(until)
    },
  }
}

/** What the doctor finds at a time so many days from now. */
async function findings(days = 0) {
  const now = new Date(rig.exchange.clock.now().getTime() + days * DAY_MS)
  const found = await examinePartitions({ query: rig.query, now })
  return found.map(({ state, finding }) => `${state}: ${finding.split(/[ ,;]/, 6).join(' ')}`)
}

/** Has a transaction of somebody else’s look at a table until it is ended, as a report that takes long does. */
async function longReport(table: string): Promise<() => Promise<void>> {
  const client = await openOwner(ownerUrl)
  await client.query(`begin; select from ${schema}.${table} limit 1`)
  ends.push(() => client.end())
  return () => client.end()
}

/** Kills whoever works on the partitions. */
async function kill(): Promise<void> {
  const session = `(classid::int8 << 32) | objid::int8 = hashtextextended('partitions', 0)`
  await own(`select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and ${session}`)
}

test('orders go on while tables are divided, also when that is killed, called off and begun anew', async () => {
  const orders = traffic()
  await orders.passes(3)
  const stopped = call(['partitions', 'convert'], (sentence) => {
    if (sentence === 'order_event: each row is looked at') throw new Error('The process ended')
  })
  await expect(stopped).rejects.toThrow('The process ended')
  await orders.passes(3)

  const end = await longReport('order_event')
  let killing: Promise<void> | undefined
  const killed = call(['partitions', 'convert'], (sentence) => {
    if (sentence === 'order_event: waits for a transaction that uses it') killing ??= kill()
  })
  expect((await killed).output).toContain('The database went away before it confirmed this')
  await killing
  await orders.passes(3)
  expect((await listed()).undivided).toEqual(['order_event'])
  expect(await findings()).toEqual([
    'good: Every divided table has its next',
    'warning: The conversion of order_event was broken',
  ])

  await end()
  // What was left behind would refuse the events of May.
  rig.pass(56 * DAY_MS)
  await partitionWork(rig.exchange).work()
  rig.pass(6 * DAY_MS)
  await orders.passes(3)

  expect((await call(['partitions', 'convert'])).output).toMatch(
    /^partner_request was divided already\.\norder_event is divided by month\. It was locked for \d+ ms at most\.$/,
  )
  await orders.passes(3)
  rig.pass(60 * DAY_MS)
  await partitionWork(rig.exchange).work()
  rig.pass(35 * DAY_MS)
  await orders.passes(3)
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
  const [requests] = await own<{ count: bigint; ids: bigint }>(
    'select count(*), count(distinct id) as ids from partner_request',
  )
  expect(requests?.ids).toBe(requests?.count)
  expect(requests?.count).toBeGreaterThanOrEqual(orders.orders.size * 2)
  for (const refused of ['update order_event set seq = 0', 'delete from order_event_before_2026_07'])
    await expect(rig.query(statement(refused))).rejects.toThrow(/permission denied|only added to/)
})
