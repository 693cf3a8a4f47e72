import { settleDue } from '@cambio/server/work/due.ts'
import { acquirerPaymentOf } from '../acquirers/AcquirerPayment.ts'
import { acquirerNamed, type Platform } from '../Platform.ts'
import { endQuestion, questions, scheduleQuestion } from '../store/questions.ts'
import { CHALLENGE_MS } from '../transaction/dueAtOf.ts'
import type { Fact } from '../transaction/Fact.ts'
import { record } from '../transaction/record.ts'
import { isUndecided, type Transaction } from '../transaction/Transaction.ts'

/** Works a transaction that is due: its acquirer is asked what is new, and it is given up when its time is over. */
export async function reconcileDue(platform: Platform, transactionId: string): Promise<void> {
  const after = await record(platform, transactionId, (before) => news(platform, before))
  if (!isUndecided(after)) return endQuestion(platform.query, transactionId)
  const dueAt = later(platform, againMs(after))
  await platform.query(settleDue(questions, { id: transactionId, dueAt }))
}

/**
 * The buyer came back from a challenge; `returned` is what the browser brought, which proves nothing by itself. What is
 * not decided by then is asked about soon.
 * @returns the transaction as it stands
 */
export async function reconcileReturned(
  platform: Platform,
  transactionId: string,
  returned: ReadonlyMap<string, string>,
): Promise<Transaction> {
  const after = await record(platform, transactionId, async (before) =>
    isUndecided(before) ? decision(platform, before, returned) : null,
  )
  if (isUndecided(after)) await scheduleQuestion(platform.query, transactionId, later(platform, SOON_MS))
  return after
}

/** A buyer who is still busy is waited for; a bank's answer that was lost is what a buyer waits for. */
function againMs({ state }: Transaction): number {
  return state === 'challenged' ? 60_000 : 10_000
}

const SOON_MS = 10_000

function later({ clock }: Platform, ms: number): Date {
  return new Date(clock.now().getTime() + ms)
}

/** What a transaction's acquirer can have to tell, by how it stands. */
async function news(platform: Platform, before: Transaction): Promise<Fact | null> {
  switch (before.state) {
    case 'authorising':
    case 'challenged':
      return decision(platform, before)
    case 'declined':
      return before.releasing ? null : lateHold(platform, before)
    case 'settled':
    case 'refunded':
    case 'charged_back':
      return chargeback(platform, before)
    case 'held':
    case 'capturing':
    case 'reversing':
    case 'reversed':
      return null
  }
}

/** What became of an authorisation whose answer was lost, or of a challenge. */
async function decision(
  platform: Platform,
  before: Transaction,
  returned?: ReadonlyMap<string, string>,
): Promise<Fact | null> {
  const ageMs = platform.clock.now().getTime() - before.createdAt.getTime()
  const question = {
    ...acquirerPaymentOf(before),
    ...(returned === undefined ? {} : { returned }),
    givingUp: before.state === 'challenged' && ageMs >= CHALLENGE_MS,
  }
  const acquirer = acquirerNamed(platform, before.acquirer)
  const answer = await acquirer.getPaymentStatus(question)
  switch (answer.is) {
    case 'done':
      return { is: 'authorised', reference: answer.reference, inAnswer: false }
    case 'declined':
      return {
        is: 'declined',
        reason: answer.reason,
        inAnswer: false,
        ...(answer.canceled ? { canceled: true } : {}),
      }
    case 'challenge':
      return { is: 'challenged', reference: answer.reference, challenge: answer.challenge }
    case 'absent':
      return ageMs >= acquirer.absentForMs ? { is: 'declined', reason: 'Timeout', inAnswer: false } : null
    case 'waiting':
      return ageMs >= CHALLENGE_MS ? { is: 'declined', reason: 'Timeout', inAnswer: false } : null
    case 'unknown':
      return null
  }
}

/** Whether the acquirer holds money for a payment that we have said no to. */
async function lateHold(platform: Platform, before: Transaction): Promise<Fact | null> {
  const question = { ...acquirerPaymentOf(before), givingUp: true }
  const answer = await acquirerNamed(platform, before.acquirer).getPaymentStatus(question)
  if (answer.is === 'unknown') throw new Error('The acquirer did not say whether it holds money after all.')
  return answer.is === 'done' ? { is: 'authorised', reference: answer.reference, inAnswer: false } : null
}

/** Whether a payment's bank has taken back more than we know of. */
async function chargeback(
  platform: Platform,
  before: Transaction & { readonly captured: bigint; readonly chargedBack: bigint },
): Promise<Fact | null> {
  const answer = await acquirerNamed(platform, before.acquirer).takenBack(acquirerPaymentOf(before))
  if (answer.is === 'unknown') throw new Error('The acquirer did not say what was charged back.')
  // A bank may take back more than was captured, when its own rate of exchange moved. Our books end at what we took.
  const total = answer.units < before.captured ? answer.units : before.captured
  const units = total - before.chargedBack
  if (units <= 0n) return null
  return { is: 'charged_back', units, reason: answer.reason, bankDate: answer.bankDate }
}
