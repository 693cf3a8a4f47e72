import { carriedCatalogue } from '@cambio/exchange/catalogue/carriedCatalogue.ts'
import type { DoorEnv } from '@cambio/server/http/door.ts'
import { createMetrics } from '@cambio/server/metrics.ts'
import type { Database } from '@cambio/server/postgres/Database.ts'
import type { DueWork } from '@cambio/server/work/due.ts'
import { payinGroups } from '@cambio/wire/Group.ts'
import type { Hono } from 'hono'
import { openCatalogue } from '../src/catalogue/cachedCatalogue.ts'
import { createApp } from '../src/http/app.ts'
import type { BuiltFiles } from '../src/pages/builtFiles.ts'
import { allWork } from '../src/program/allWork.ts'
import { deliveriesOf } from '../src/program/deliveriesOf.ts'
import { dueLoops } from '../src/program/dueLoops.ts'
import type { ExchangeEnvironment } from '../src/program/environment.ts'
import type { Exchange } from '../src/program/Exchange.ts'
import { openRails } from '../src/program/rails/openRails.ts'
import { railsOf } from '../src/program/rails/railEntries.ts'
import { storeDepsOf } from '../src/store/StoreDeps.ts'
import { storesOf } from '../src/store/stores.ts'
import { attachableSlots } from '../src/work/delivery/attachableSlots.ts'
import { exchangeWork } from '../src/work/exchangeWork.ts'

/** How many exchanges each rig has on its database: one, or two. A test file says so before it opens any. */
export const exchanges: { count: 1 | 2 } = { count: 1 }

type App = Hono<DoorEnv>

/**
 * Opens a second exchange on a rig's database. The two share the database and the outside world (cards, payouts); each
 * has connections, rails, a catalogue, due work and a memory of its own.
 */
export async function openTwin(
  one: Exchange,
  input: { open: (max: number) => Database; environment: ExchangeEnvironment; files: BuiltFiles },
) {
  const { environment, files } = input
  const pools = [10, 4, 6].map((max) => input.open(max))
  const [database, locking, keyed] = pools
  if (!database || !locking || !keyed) throw new Error('A pool is missing')
  const callbackSlots = attachableSlots()
  const own = {
    ...one,
    database,
    locking,
    keyed,
    callbackSlots,
    metrics: createMetrics({ program: 'exchange' }),
  }
  const resume = async () => {}
  const railDeps = { ...own, ...storesOf(storeDepsOf(own)), dataDir: environment.DATA_DIR, resume }
  const { oracles: _ours, work, ...rails } = openRails(await railsOf(environment), railDeps, [])
  const cachedCatalogue = await openCatalogue(own)
  const { card, payout } = one
  const depositNetworks = rails.deposits.flatMap(({ networks }) => networks)
  const catalogue = carriedCatalogue(cachedCatalogue, {
    payins: payinGroups,
    depositNetworks,
    payouts: payout,
  })
  const exchange: Exchange = { ...own, ...rails, ...allWork(work), card, payout, catalogue }
  return {
    app: createApp(exchange, files, { checkAnswers: true }),
    work: exchangeWork(exchange, dueLoops(exchange), deliveriesOf(exchange)),
    refresh: () => cachedCatalogue.refresh(),
    async close() {
      for (const pool of pools) await pool.close()
    },
  }
}

/** Has two exchanges answer calls in turn. */
export function inTurns(one: App, other: App): void {
  const own = one.request.bind(one)
  let calls = 0
  one.request = (...call) => {
    calls += 1
    return calls % 2 === 0 ? own(...call) : other.request(...call)
  }
}

/** Has two exchanges do what is due at the same time. */
export function atOnce(one: DueWork, other: DueWork): DueWork {
  return {
    ...one,
    async tick() {
      const [ours, theirs] = await Promise.all([one.tick(), other.tick()])
      return ours + theirs
    },
  }
}
