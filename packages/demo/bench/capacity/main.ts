import { availableParallelism, loadavg } from 'node:os'
import { setTimeout as after } from 'node:timers/promises'
import { runMeasurement } from '@cambio/server/measure/runMeasurement.ts'
import { buy, newPurchase, rightEnd, type Way } from '../../ha/traffic/purchases.ts'
import { memoryMb } from '../../load/memoryMb.ts'
import { processorMs, serverMs } from '../../load/processorTime.ts'
import { callbackCount, connections, logBytes, tableSizes, waitingMessages } from './databaseUse.ts'
import { openStage, type Stage } from './openStage.ts'

/*
 * “pnpm bench:capacity”: what an order costs over its whole life, from the partner's call to its last callback: processor
 * time, room on the disk table by table, and the database's log. Processor time and bytes hardly depend on what else the
 * machine does; orders a second do.
 */

const WAYS = ['widget', 'sepa'] as const satisfies readonly Way[]
const WARM_UP = 40
const ORDERS = 400
const AT_ONCE = 24
const LOOK_AGAIN_MS = 200
/** Without orders, until what a program keeps at rest is measured. */
const REST_MS = 30_000
/** Tables that grow by less, bytes an order, are summed up. */
const LEAST_BYTES = 40

const titles = {
  widget: 'bought in the widget and paid by card',
  sepa: 'created by the API and paid by SEPA',
} as const satisfies Record<(typeof WAYS)[number], string>

await runMeasurement(openStage, measure)

async function measure(stage: Stage): Promise<void> {
  for (const way of WAYS) {
    await purchases(stage, way, WARM_UP)
    await oneWay(stage, way)
  }
  print(`\nmemory: exchange ${await memoryOf(stage.exchange)}, card platform ${await memoryOf(stage.cards)}`)
  await after(REST_MS)
  print(`at rest: exchange ${await memoryOf(stage.exchange)}, card platform ${await memoryOf(stage.cards)}`)
  print(`connections: ${await connections(stage.superuserUrl('postgres'))}`)
}

async function memoryOf({ pid }: Stage['exchange']): Promise<string> {
  const memory = await memoryMb(pid)
  return memory === undefined ? 'unknown' : `${memory.now} MB, ${memory.peak} MB at most`
}

async function oneWay(stage: Stage, way: (typeof WAYS)[number]): Promise<void> {
  const url = stage.superuserUrl('exchange')
  const sizesBefore = await tableSizes(stage.superuserUrl)
  const [logBefore, callbacksBefore, spentBefore] = [
    await logBytes(url),
    await callbackCount(url),
    await spent(stage),
  ]
  const started = performance.now()
  await purchases(stage, way, ORDERS)
  const seconds = (performance.now() - started) / 1_000
  const [log, callbacks, spentAfter] = [await logBytes(url), await callbackCount(url), await spent(stage)]
  const sizes = await tableSizes(stage.superuserUrl)
  const [exchange = 0, cards = 0, database = 0] = spentAfter.map(
    (ms, place) => (ms - (spentBefore[place] ?? 0)) / ORDERS,
  )
  const told = (callbacks - callbacksBefore) / ORDERS
  print(`\n${ORDERS} orders ${titles[way]}, each to its end:`)
  print(
    `  ${(ORDERS / seconds).toFixed(1)} orders and ${((told * ORDERS) / seconds).toFixed(1)} callbacks a second on ${availableParallelism()} cores with a load of ${loadavg()[0]?.toFixed(0)}`,
  )
  print(
    `  processor time of an order: exchange ${exchange.toFixed(1)} ms, card platform ${cards.toFixed(1)} ms, PostgreSQL ${database.toFixed(1)} ms`,
  )
  print(`  callbacks of an order: ${told.toFixed(1)}`)
  print(`  log of the database (WAL): ${inKilobytes((log - logBefore) / ORDERS)} an order`)
  printGrowth(sizesBefore, sizes)
}

type Sizes = Awaited<ReturnType<typeof tableSizes>>

function printGrowth(before: Sizes, after: Sizes): void {
  const earlier = new Map(before.map((size) => [size.table, size]))
  const grown = after
    .map(({ table, rows, indexes }) => ({
      table,
      rows: (rows - (earlier.get(table)?.rows ?? 0)) / ORDERS,
      indexes: (indexes - (earlier.get(table)?.indexes ?? 0)) / ORDERS,
    }))
    .toSorted((one, other) => other.rows + other.indexes - one.rows - one.indexes)
  const total = (of: typeof grown, key: 'rows' | 'indexes') => of.reduce((sum, each) => sum + each[key], 0)
  const line = (name: string, rows: number, indexes: number) =>
    print(`    ${name.padEnd(34)} ${inKilobytes(rows).padStart(8)} ${inKilobytes(indexes).padStart(10)}`)
  print('  kept of an order on the disk:              rows    indexes')
  const [large, small] = [
    grown.filter(({ rows, indexes }) => rows + indexes >= LEAST_BYTES),
    grown.filter(({ rows, indexes }) => rows + indexes < LEAST_BYTES),
  ]
  for (const { table, rows, indexes } of large) line(table, rows, indexes)
  line('others', total(small, 'rows'), total(small, 'indexes'))
  line('together', total(grown, 'rows'), total(grown, 'indexes'))
}

/** Buys so many times, and waits until each order has ended and its callbacks were received. @throws Error where one ends otherwise */
async function purchases(stage: Stage, way: Way, count: number): Promise<void> {
  const left = Array.from({ length: count }, () => ({
    ...newPurchase(way, stage.shop),
    cards: ['success'] as const,
  }))
  const buying = async () => {
    for (let next = left.pop(); next !== undefined; next = left.pop()) {
      await buy(stage.shop, next)
      if (next.status !== rightEnd(next)) throw new Error(`An order ended otherwise: ${JSON.stringify(next)}`)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, buying))
  while ((await waitingMessages(stage.superuserUrl('exchange'))) > 0) await after(LOOK_AGAIN_MS)
}

/** Milliseconds of processor time so far: exchange, card platform, PostgreSQL. */
function spent({ exchange, cards, postmaster }: Stage): Promise<readonly number[]> {
  return Promise.all([processorMs(exchange.pid), processorMs(cards.pid), serverMs(postmaster)])
}

function inKilobytes(bytes: number): string {
  return `${(bytes / 1_000).toFixed(2)} kB`
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
