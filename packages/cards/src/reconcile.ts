import { settleDue } from '@cambio/server/due.ts'
import type { Question } from './acquirers/Acquirer.ts'
import { acquirerNamed, type Platform } from './Platform.ts'
import { record } from './record.ts'
import { challengeMs, type Fact } from './step.ts'
import { askAt } from './store/transactions.ts'
import type { Transaction } from './Transaction.ts'

/** For how long an acquirer that never heard of an authorisation is asked again, before that is believed. */
const absentForMs = 5 * 60_000

/**
 * Finds out what became of a transaction that is undecided, and records it: an authorisation whose answer was lost, or
 * a challenge the buyer came back from (`returned` is what the browser brought, which proves nothing by itself).
 * @returns the transaction as it stands, which may still be undecided
 */
async function reconcile(
  platform: Platform,
  transactionId: string,
  returned?: ReadonlyMap<string, string>,
): Promise<Transaction> {
  return record(platform, transactionId, async (before) => {
    if (before.state !== 'authorising' && before.state !== 'challenged') return null
    const reference = before.state === 'challenged' ? before.reference : null
    const question: Question = { transactionId, reference, ...(returned === undefined ? {} : { returned }) }
    const answer = await acquirerNamed(platform, before.acquirer).ask(question)
    return factOf(answer, before, platform.clock.now())
  })
}

/** Works a transaction that is due: it is asked about, and given up when its time is over. */
export async function reconcileDue(platform: Platform, transactionId: string): Promise<void> {
  const after = await reconcile(platform, transactionId)
  const again = isUndecided(after) ? later(platform, AGAIN_MS) : null
  await platform.query(settleDue({ table: 'transaction', key: 'id' }, { id: transactionId, dueAt: again }))
}

/** The buyer came back from a challenge. What is not decided by then is asked about soon. */
export async function reconcileReturned(
  platform: Platform,
  transactionId: string,
  returned: ReadonlyMap<string, string>,
): Promise<Transaction> {
  const after = await reconcile(platform, transactionId, returned)
  if (isUndecided(after)) await askAt(platform.query, transactionId, later(platform, SOON_MS))
  return after
}

const AGAIN_MS = 60_000
const SOON_MS = 10_000

function isUndecided({ state }: Transaction): boolean {
  return state === 'authorising' || state === 'challenged'
}

function later({ clock }: Platform, ms: number): Date {
  return new Date(clock.now().getTime() + ms)
}

function factOf(
  answer: Awaited<ReturnType<ReturnType<typeof acquirerNamed>['ask']>>,
  before: Transaction,
  at: Date,
): Fact | null {
  const ageMs = at.getTime() - before.createdAt.getTime()
  switch (answer.is) {
    case 'done':
      return { is: 'authorised', reference: answer.reference, told: false }
    case 'declined':
      return { is: 'declined', reason: answer.reason, told: false }
    case 'challenge':
      return { is: 'challenged', reference: answer.reference, challenge: answer.challenge }
    case 'absent':
      return ageMs >= absentForMs ? { is: 'declined', reason: 'Timeout', told: false } : null
    case 'waiting':
      return ageMs >= challengeMs ? { is: 'declined', reason: 'Timeout', told: false } : null
    case 'unknown':
      return null
  }
}
