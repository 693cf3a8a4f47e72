import type { Metrics } from '@cambio/server/metrics.ts'
import type { Database, Statement } from '@cambio/server/postgres/Database.ts'
import { rateLimitedLog } from '@cambio/server/rateLimitedLog.ts'
import { dueUnlessWoken, type DueWork } from '@cambio/server/work/due.ts'
import { booksNeed, needs } from '@cambio/server/work/needs.ts'
import { programWork } from '@cambio/server/work/programWork.ts'
import type { Post } from '../notification/httpPost.ts'
import { sendNotification } from '../notification/sendNotification.ts'
import type { Platform } from '../Platform.ts'
import { questions, adoptEarlierQuestion } from '../store/statusQuestions.ts'
import { wipeSubmitted } from '../vault/fieldsSessions.ts'
import { cardsNeeds } from './cardsNeeds.ts'
import { operate, OutcomeUnknown } from './operate.ts'
import { purge } from './purge.ts'
import { reconcileDue } from './reconcile.ts'

/** After this time another process takes over the row of a process that was killed, milliseconds. */
const LEASE_MS = 10_000
const NEEDS_EVERY_MS = 5_000
/** Seldom, because it reads all postings. */
const BOOKS_EVERY_MS = 600_000
const PACE = { leaseMs: LEASE_MS, batch: 20, concurrency: 8 }

/** The platform's background work. */
export function platformWork(
  deps: { platform: Platform; database: Database; metrics?: Metrics; post: Post },
  { retryFactor }: { retryFactor: number },
): DueWork {
  const { platform, database, metrics, post } = deps
  const { clock, random, log } = platform
  const counting = { database, log, metrics }
  const byMerchant = rateLimitedLog(log, ({ merchantId }) => merchantId)
  return programWork(
    { database, clock, random, log, ...(metrics && { metrics }) },
    {
      loops: [
        {
          ...PACE,
          table: 'transaction',
          key: 'id',
          channel: 'cards_transaction',
          work: (id) => adoptEarlierQuestion(platform.query, id, clock.now()),
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
          work: (id) => wipeSubmitted(platform, id),
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

/** Carries out a due operation. One with an unknown outcome is repeated under its id until the outcome is known. */
async function operateDue(platform: Platform, id: string, attempts: number): Promise<void> {
  try {
    await operate(platform, id)
  } catch (error) {
    if (!(error instanceof OutcomeUnknown)) throw error
    await repeatAt(platform, id, REPEAT_MS[attempts - 1] ?? LATER_MS)
  }
}

/** Makes operations due that wait to be repeated: they may have waited for a process that has ended. */
function resumeOperations(now: Date): Statement {
  return {
    name: 'operation_resume',
    text: `update operation set due_at = $1 where due_at > $1 and lease_until is null and state = 'open' and due_attempts > 0`,
    values: [now],
  }
}

/** Schedules an operation again. Its attempts are not reset, since it has not ended. */
async function repeatAt({ query, clock }: Platform, id: string, inMs: number): Promise<void> {
  await query({
    name: 'operation_repeat',
    text: `update operation set due_at = ${dueUnlessWoken('$2')}, lease_until = null where id = $1 and state = 'open'`,
    values: [id, new Date(clock.now().getTime() + inMs)],
  })
}
