import type { Database } from '@cambio/server/postgres/Database.ts'
import { audit, type Findings } from './audit.ts'
import { fateOf } from './Fate.ts'
import { openPlatforms, type Platforms } from './platforms.ts'
import { SimulatedBank } from './SimulatedBank.ts'

export type Report = Findings & {
  readonly seed: number
  readonly payments: number
  /** Calls to the acquirer that got no answer, by step and by when their effect took place. */
  readonly timeouts: ReadonlyMap<string, number>
  /** How the payments ended, by state. */
  readonly ends: ReadonlyMap<string, number>
}

const CHUNK = 200
const MINUTE_MS = 60_000

/**
 * Lets payments live through an acquirer that times out, before or after it did what it was asked or long after that,
 * at whichever step, with two processes at work on one database, until `runs` calls have timed out. All of chance
 * comes from the seed; time is simulated, the database is real.
 * @param databases two pools on one empty database of the platform
 */
export async function simulate(
  databases: readonly [Database, Database],
  { seed, runs, progress = () => {} }: { seed: number; runs: number; progress?: (timeouts: number) => void },
): Promise<Report> {
  let now = new Date('2026-03-01T09:30:00Z')
  const bank = new SimulatedBank(
    (order) => fateOf(seed, order),
    () => now,
  )
  const platforms = await openPlatforms(databases, { seed, bank, clock: { now: () => now } })
  const pass = async (ms: number) => {
    now = new Date(now.getTime() + ms)
    bank.arrive()
    await platforms.settle()
  }
  let payments = 0
  while (sum(bank.timeouts) < runs) {
    const orders = Array.from({ length: CHUNK }, (_, place) => payments + place)
    payments += CHUNK
    await live({ seed, bank, platforms, pass }, orders)
    progress(sum(bank.timeouts))
  }
  const findings = await audit(databases[0].query, bank.effects)
  const untrue = [...findings.untrue, ...platforms.contradictions()]
  return { seed, payments, timeouts: bank.timeouts, ends: await endsOf(databases[0]), ...findings, untrue }
}

type World = {
  seed: number
  bank: SimulatedBank
  platforms: Platforms
  pass: (ms: number) => Promise<void>
}

/** The whole life of some orders, and three hours for whatever is not decided by then. */
async function live({ seed, bank, platforms, pass }: World, orders: readonly number[]): Promise<void> {
  const fate = (order: number) => fateOf(seed, order)
  const ids = new Map<number, string>()
  const idOf = (order: number) => ids.get(order) ?? ''
  const each = (applies: (order: number) => boolean, act: (order: number) => Promise<unknown>) =>
    Promise.all(orders.filter(applies).map(act))

  await each(
    () => true,
    async (order) => ids.set(order, await platforms.sale(order, fate(order))),
  )
  for (const ms of [1_000, 4_000, 55_000, MINUTE_MS]) await pass(ms)
  await each(
    (order) => fate(order).buyer === 'approves' || fate(order).buyer === 'declines',
    async (order) => {
      bank.decide(idOf(order), fate(order).buyer === 'approves')
      await platforms.comeBack(idOf(order))
    },
  )
  for (let minute = 0; minute < 10; minute++) await pass(MINUTE_MS)
  const held = await platforms.inState(['held'])
  await each(
    (order) => fate(order).capturedByHand && held.has(idOf(order)),
    (order) => platforms.capture(idOf(order), fate(order).capturedShare),
  )
  for (let minute = 0; minute < 5; minute++) await pass(MINUTE_MS)
  const paid = await platforms.inState(['held', 'settled'])
  await each(
    (order) => fate(order).refunded !== 'nothing' && paid.has(idOf(order)),
    (order) => platforms.refund(idOf(order), fate(order).refunded === 'whole' ? 1 : 2),
  )
  for (let minute = 0; minute < 15; minute += 5) await pass(5 * MINUTE_MS)
  const decided = await platforms.inState(['held', 'settled', 'refunded', 'reversed', 'declined'])
  await each(
    (order) => fate(order).resent && decided.has(idOf(order)),
    (order) => platforms.sale(order, fate(order)),
  )
  await each(
    (order) => fate(order).buyer === 'approves too late',
    async (order) => bank.decide(idOf(order), true),
  )
  for (let minute = 0; minute < 180; minute += 10) await pass(10 * MINUTE_MS)
}

async function endsOf({ query }: Database): Promise<ReadonlyMap<string, number>> {
  const rows = await query<{ state: string; payments: bigint }>({
    name: 'simulated_ends',
    text: 'select state, count(*) as payments from transaction group by state order by state',
    values: [],
  })
  return new Map(rows.map(({ state, payments }) => [state, Number(payments)]))
}

function sum(counts: ReadonlyMap<string, number>): number {
  return [...counts.values()].reduce((total, count) => total + count, 0)
}
