import type { PartnerEndpoint } from './PartnerEndpoint.ts'
import type { CallbackStore } from './CallbackStore.ts'

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

/** How far a wait may stray, so that many failed callbacks do not come back at once. */
const JITTER = 0.2

/**
 * Delivers one callback that is due. Anything but an acknowledgement brings it back later, until it is given up and
 * waits for the operator.
 * @param waitsMs waits after the first, second ... failed attempt, milliseconds
 * @param attempt 1 for the first
 * @param waitFactor shortens the waits, for tests
 */
export async function deliver(
  deps: { callbacks: CallbackStore; endpoint: PartnerEndpoint; now: () => Date; jitter: () => number },
  { callbackId, attempt, waitFactor }: { callbackId: string; attempt: number; waitFactor: number },
  waitsMs: readonly number[] = standardWaitsMs,
): Promise<void> {
  const callback = await deps.callbacks.find(callbackId)
  if (!callback) return
  const { url, body, secret, formerSecret } = callback
  if (url === null) return deps.callbacks.failed(callbackId, { why: 'no endpoint', due: null })
  const at = deps.now()
  const answer = await deps.endpoint.deliver({ url, id: callback.id, body, secret, formerSecret, at })
  switch (answer.is) {
    case 'acknowledged':
      return deps.callbacks.acknowledged(callbackId, deps.now())
    case 'gone':
      return deps.callbacks.switchedOff(callbackId)
    case 'failed': {
      const wait = waitsMs[attempt - 1]
      const spread = 1 + JITTER * (2 * deps.jitter() - 1)
      const due = wait === undefined ? null : new Date(deps.now().getTime() + wait * spread * waitFactor)
      return deps.callbacks.failed(callbackId, { why: answer.why, due })
    }
  }
}
