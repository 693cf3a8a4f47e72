import { dueUnlessWoken, workDue, type DueWork } from '@cambio/server/due.ts'
import type { Metrics } from '@cambio/server/metrics.ts'
import type { Database } from '@cambio/server/postgres/Database.ts'
import { notify, type Post } from './notify.ts'
import { operate, OutcomeUnknown } from './operate.ts'
import type { Platform } from './Platform.ts'
import { purge } from './purge.ts'
import { reconcileDue } from './reconcile.ts'
import { wipeHandedIn } from './vault/fieldsSessions.ts'

/** How long a row rests when the process that was at work on it was killed, milliseconds. */
const LEASE_MS = 10_000
const HANDS = { leaseMs: LEASE_MS, batch: 20, concurrency: 8 }

/** What the platform does of its own accord, in the order in which one thing leads to the next. */
export function platformWork(
  deps: { platform: Platform; database: Database; metrics?: Metrics; post: Post },
  { retryFactor }: { retryFactor: number },
): DueWork {
  const { platform, post } = deps
  const due = {
    ...(deps.metrics === undefined ? {} : { metrics: deps.metrics }),
    database: deps.database,
    clock: platform.clock,
    random: platform.random,
    log: platform.log,
  }
  const loops = together([
    workDue(due, {
      ...HANDS,
      table: 'transaction',
      key: 'id',
      channel: 'cards_transaction',
      work: (id) => reconcileDue(platform, id),
    }),
    workDue(due, {
      ...HANDS,
      table: 'operation',
      key: 'id',
      channel: 'cards_operation',
      work: (id, attempts) => operateDue(platform, id, attempts),
    }),
    workDue(due, {
      ...HANDS,
      table: 'fields_session',
      key: 'id_hash',
      channel: 'cards_fields_session',
      work: (id) => wipeHandedIn(platform, id),
    }),
    workDue(due, {
      ...HANDS,
      table: 'notification',
      key: 'id',
      channel: 'cards_notification',
      work: (id) => notify({ platform, post, retryFactor }, id),
    }),
  ])
  return withPurge(platform, loops)
}

const PURGE_EVERY_MS = 10 * 60_000

/** A running platform also removes what has served its time. */
function withPurge(platform: Platform, loops: DueWork): DueWork {
  let timer: NodeJS.Timeout | undefined
  const clean = () =>
    purge(platform).catch((error: unknown) =>
      platform.log.error('what is over could not be removed', { error }),
    )
  return {
    ...loops,
    start() {
      loops.start()
      timer = setInterval(() => void clean(), PURGE_EVERY_MS).unref()
    },
    async stop() {
      clearInterval(timer)
      await loops.stop()
    },
  }
}

const REPEAT_MS = [5_000, 30_000, 120_000]
const LATER_MS = 300_000

/** An operation whose end the acquirer did not say is repeated under its own id until it does. */
async function operateDue(platform: Platform, id: string, attempts: number): Promise<void> {
  try {
    await operate(platform, id)
  } catch (error) {
    if (!(error instanceof OutcomeUnknown)) throw error
    await repeatAt(platform, id, REPEAT_MS[attempts - 1] ?? LATER_MS)
  }
}

/** Has a step made again. The attempts go on counting, since it has not been made yet. */
async function repeatAt({ query, clock }: Platform, id: string, inMs: number): Promise<void> {
  await query({
    name: 'operation_repeat',
    text: `update operation set due_at = ${dueUnlessWoken('$2')}, lease_until = null where id = $1 and state = 'open'`,
    values: [id, new Date(clock.now().getTime() + inMs)],
  })
}

/** Several works as one. */
function together(works: readonly DueWork[]): DueWork {
  return {
    start: () => works.forEach((work) => work.start()),
    stop: async () => void (await Promise.all(works.map((work) => work.stop()))),
    async tick() {
      let worked = 0
      for (const work of works) worked += await work.tick()
      return worked
    },
  }
}
