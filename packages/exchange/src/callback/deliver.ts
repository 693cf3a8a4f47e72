import type { CallbackDelivery, CallbackOutcome, DeliveryAttempt } from './CallbackDelivery.ts'
import type { DeliveryAnswer, PartnerEndpoint } from './PartnerEndpoint.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** Waits after the first, second ... failed attempt, milliseconds: ten attempts in a little over three days. */
const standardWaitsMs = [
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
] as const

/** How much a wait varies, so that many failed callbacks are not retried at once. */
const JITTER = 0.2

/** The result of a delivery, and whether its receiver exceeded the time limit. */
export type Delivered = {
  readonly outcome: CallbackOutcome
  readonly hung: boolean
  /** Null where nothing was sent. */
  readonly attempt: DeliveryAttempt | null
}

/**
 * Delivers one callback. Without an acknowledgement it is retried later, until it is given up and waits for the
 * operator.
 * @param waitsMs waits after the first, second ... failed attempt, milliseconds
 * @param waitFactor shortens the waits, for tests
 */
export async function deliver(
  deps: { endpoint: PartnerEndpoint; now: () => Date; jitter: () => number },
  { url, id, body, secret, formerSecret, attempt }: CallbackDelivery,
  { waitFactor, waitsMs = standardWaitsMs }: { waitFactor: number; waitsMs?: readonly number[] | undefined },
): Promise<Delivered> {
  if (url === null)
    return { outcome: { is: 'failed', why: 'no endpoint', due: null }, hung: false, attempt: null }
  const at = deps.now()
  const answer = await deps.endpoint.deliver({ url, id, body, secret, formerSecret, at })
  const wait = waitsMs[attempt - 1]
  const spread = 1 + JITTER * (2 * deps.jitter() - 1)
  const due = wait === undefined ? null : new Date(deps.now().getTime() + wait * spread * waitFactor)
  return {
    outcome: outcomeOf(answer, due),
    hung: answer.is === 'unanswered',
    attempt: attemptOf(answer, at, deps.now()),
  }
}

/** The record of an attempt that began and ended at these times. */
export function attemptOf(answer: DeliveryAnswer, at: Date, endedAt: Date): DeliveryAttempt {
  const durationMs = endedAt.getTime() - at.getTime()
  const text = ('text' in answer ? answer.text : undefined) ?? null
  switch (answer.is) {
    case 'acknowledged':
      return { at, durationMs, status: answer.status, why: null, text }
    case 'gone':
      return { at, durationMs, status: 410, why: 'The receiver asked for no more callbacks (410)', text }
    case 'failed':
      return { at, durationMs, status: answer.status ?? null, why: answer.why, text }
    case 'unanswered':
      return { at, durationMs, status: null, why: answer.why, text }
  }
}

function outcomeOf(answer: DeliveryAnswer, due: Date | null): CallbackOutcome {
  switch (answer.is) {
    case 'acknowledged':
    case 'gone':
      return { is: answer.is }
    case 'failed':
    case 'unanswered':
      return { is: 'failed', why: answer.why, due }
  }
}
