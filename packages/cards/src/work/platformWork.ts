import type { Metrics } from '@cambio/server/metrics.ts'
import type { Database, Statement } from '@cambio/server/postgres/Database.ts'
import { seldom } from '@cambio/server/seldom.ts'
import { dueUnlessWoken, type DueWork } from '@cambio/server/work/due.ts'
import { booksNeed, needs } from '@cambio/server/work/needs.ts'
import { programWork } from '@cambio/server/work/programWork.ts'
import type { Post } from '../notification/httpPost.ts'
import { sendNotification } from '../notification/sendNotification.ts'
import type { Platform } from '../Platform.ts'
import { questions, takeOverQuestion } from '../store/questions.ts'
import { wipeHandedIn } from '../vault/fieldsSessions.ts'
import { cardsNeeds } from './cardsNeeds.ts'
import { operate, OutcomeUnknown } from './operate.ts'
import { purge } from './purge.ts'
import { reconcileDue } from './reconcile.ts'

/** How long a row rests when the process that was at work on it was killed, milliseconds. */
const LEASE_MS = 10_000
const NEEDS_EVERY_MS = 5_000
/** All postings are read for it. */
const BOOKS_EVERY_MS = 600_000
const PACE = { leaseMs: LEASE_MS, batch: 20, concurrency: 8 }

/** What the platform does of its own accord. */
export function platformWork(
  deps: { platform: Platform; database: Database; metrics?: Metrics; post: Post },
  { retryFactor }: { retryFactor: number },
): DueWork {
  const { platform, database, metrics, post } = deps
  const { clock, random, log } = platform
  const counting = { database, log, metrics }
  const byMerchant = seldom(log, ({ merchantId }) => merchantId)
  return programWork(
    { database, clock, random, log, ...(metrics && { metrics }) },
    {
      loops: [
        {
          ...PACE,
          table: 'transaction',
          key: 'id',
          channel: 'cards_transaction',
          work: (id) => takeOverQuestion(platform.query, id, clock.now()),
        },
        { ...PACE, ...questions, work: (id) => reconcileDue(platform, id) },
        {
          ...PACE,
          table: 'operation',
          key: 'id',
          channel: 'cards_operation',
          work: (id, attempts) => operateDue(platform, id, attempts),
        },
        {
          ...PACE,
          table: 'fields_session',
          key: 'id_hash',
          channel: 'cards_fields_session',
          work: (id) => wipeHandedIn(platform, id),
        },
        {
          ...PACE,
          table: 'notification',
          key: 'id',
          channel: 'cards_notification',
          work: (id) =>
            sendNotification({ platform: { ...platform, log: byMerchant }, post, retryFactor }, id),
        },
      ],
      cleaning: [() => purge(platform)],
      resume: [resumeOperations],
      repeated: [
        needs(counting, { everyMs: NEEDS_EVERY_MS, needs: cardsNeeds }),
        needs(counting, { everyMs: BOOKS_EVERY_MS, needs: [booksNeed] }),
      ],
    },
  )
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

/** Has operations repeated at once that waited for their next turn: what they wait for may have been a process's end. */
function resumeOperations(now: Date): Statement {
  return {
    name: 'operation_resume',
    text: `update operation set due_at = $1 where due_at > $1 and lease_until is null and state = 'open' and due_attempts > 0`,
    values: [now],
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
