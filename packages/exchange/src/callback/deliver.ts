import type { CallbackDelivery, CallbackOutcome } from './CallbackDelivery.ts'
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

/** What became of a callback, and whether its receiver let the time limit pass. */
export type Delivered = { readonly outcome: CallbackOutcome; readonly hung: boolean }

/**
 * Delivers one callback. Anything but an acknowledgement brings it back later, until it is given up and waits for the
 * operator.
 * @param waitsMs waits after the first, second ... failed attempt, milliseconds
 * @param waitFactor shortens the waits, for tests
 */
export async function deliver(
  deps: { endpoint: PartnerEndpoint; now: () => Date; jitter: () => number },
  { url, id, body, secret, formerSecret, attempt }: CallbackDelivery,
  { waitFactor, waitsMs = standardWaitsMs }: { waitFactor: number; waitsMs?: readonly number[] | undefined },
): Promise<Delivered> {
  if (url === null) return { outcome: { is: 'failed', why: 'no endpoint', due: null }, hung: false }
  const answer = await deps.endpoint.deliver({ url, id, body, secret, formerSecret, at: deps.now() })
  const wait = waitsMs[attempt - 1]
  const spread = 1 + JITTER * (2 * deps.jitter() - 1)
  const due = wait === undefined ? null : new Date(deps.now().getTime() + wait * spread * waitFactor)
  return { outcome: outcomeOf(answer, due), hung: answer.is === 'unanswered' }
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
