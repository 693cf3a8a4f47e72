import { settleDue } from '@cambio/server/work/due.ts'
import { acquirerPaymentOf } from '../acquirers/AcquirerPayment.ts'
import { acquirerNamed, type Platform } from '../Platform.ts'
import { endQuestion, questions, scheduleQuestion } from '../store/statusQuestions.ts'
import { CHALLENGE_MS } from '../transaction/dueAtOf.ts'
import type { Fact } from '../transaction/Fact.ts'
import { record } from '../transaction/record.ts'
import { isUndecided, type Transaction } from '../transaction/Transaction.ts'

/** Asks the acquirer of a due transaction for its status and records it; a transaction out of time is given up. */
export async function reconcileDue(platform: Platform, transactionId: string): Promise<void> {
  const after = await record(platform, transactionId, (before) => newFact(platform, before))
  if (!isUndecided(after)) return endQuestion(platform.query, transactionId)
  const dueAt = later(platform, nextQuestionMs(after))
  await platform.query(settleDue(questions, { id: transactionId, dueAt }))
}

/**
 * Asks the acquirer after the buyer has returned from a challenge. `returned` is what the browser brought, which proves
 * nothing by itself. A transaction that is still undecided is asked about again soon.
 * @returns the transaction after that
 */
export async function reconcileReturned(
  platform: Platform,
  transactionId: string,
  returned: ReadonlyMap<string, string>,
): Promise<Transaction> {
  const after = await record(platform, transactionId, async (before) =>
    isUndecided(before) ? authorisationFact(platform, before, returned) : null,
  )
  if (isUndecided(after)) await scheduleQuestion(platform.query, transactionId, later(platform, SOON_MS))
  return after
}

/** A buyer in a challenge takes a while; one whose bank's answer was lost is waiting for it. */
function nextQuestionMs({ state }: Transaction): number {
  return state === 'challenged' ? 60_000 : 10_000
}

const SOON_MS = 10_000

function later({ clock }: Platform, ms: number): Date {
  return new Date(clock.now().getTime() + ms)
}

/** What a transaction's acquirer has to tell about it in its present state; null for nothing new. */
async function newFact(platform: Platform, before: Transaction): Promise<Fact | null> {
  switch (before.state) {
    case 'authorising':
    case 'challenged':
      return authorisationFact(platform, before)
    case 'declined':
      return before.releasing ? null : lateHoldFact(platform, before)
    case 'settled':
    case 'refunded':
    case 'charged_back':
      return chargebackFact(platform, before)
    case 'held':
    case 'capturing':
    case 'reversing':
    case 'reversed':
      return null
  }
}

/** The outcome of an authorisation whose answer was lost, or of a challenge; null while it is open. */
async function authorisationFact(
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

/** Whether the acquirer holds money for a payment that was declined here. */
async function lateHoldFact(platform: Platform, before: Transaction): Promise<Fact | null> {
  const question = { ...acquirerPaymentOf(before), givingUp: true }
  const answer = await acquirerNamed(platform, before.acquirer).getPaymentStatus(question)
  if (answer.is === 'unknown') throw new Error('The acquirer did not say whether it holds money after all.')
  return answer.is === 'done' ? { is: 'authorised', reference: answer.reference, inAnswer: false } : null
}

/** Whether the bank has charged back more than is booked. */
async function chargebackFact(
  platform: Platform,
  before: Transaction & { readonly captured: bigint; readonly chargedBack: bigint },
): Promise<Fact | null> {
  const answer = await acquirerNamed(platform, before.acquirer).getChargebacks(acquirerPaymentOf(before))
  if (answer.is === 'unknown') throw new Error('The acquirer did not say what was charged back.')
  // After a change of the exchange rate a bank may charge back more than was captured. At most the capture is booked.
  const total = answer.units < before.captured ? answer.units : before.captured
  const units = total - before.chargedBack
  if (units <= 0n) return null
  return { is: 'charged_back', units, reason: answer.reason, bankDate: answer.bankDate }
}
