import { settleDue, workDue, type DueWork } from '@cambio/server/due.ts'
import type { Metrics } from '@cambio/server/metrics.ts'
import type { Database } from '@cambio/server/postgres/Database.ts'
import { notify, type Post } from './notify.ts'
import { operate, OutcomeUnknown } from './operate.ts'
import type { Platform } from './Platform.ts'
import { reconcileDue } from './reconcile.ts'
import { wipeHandedIn } from './vault/fieldsSessions.ts'

const LEASE_MS = 120_000
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
  return together([
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
}

const REPEAT_MS = [5_000, 30_000, 120_000]
const LATER_MS = 300_000

/** An operation whose end the acquirer did not say is repeated under its own id until it does. */
async function operateDue(platform: Platform, id: string, attempts: number): Promise<void> {
  try {
    await operate(platform, id)
  } catch (error) {
    if (!(error instanceof OutcomeUnknown)) throw error
    const dueAt = new Date(platform.clock.now().getTime() + (REPEAT_MS[attempts - 1] ?? LATER_MS))
    await platform.query(repeat(id, dueAt))
  }
}

/** As `settleDue`, but the attempts go on counting, since the step has not been made yet. */
function repeat(id: string, dueAt: Date) {
  const { text, values } = settleDue({ table: 'operation', key: 'id' }, { id, dueAt })
  return {
    name: 'operation_repeat',
    text: text.replace('due_attempts = 0', 'due_attempts = due_attempts'),
    values,
  }
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
