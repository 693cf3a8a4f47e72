import { deliver } from '@cambio/exchange/callback/deliver.ts'
import type { PartnerEndpoint } from '@cambio/exchange/callback/PartnerEndpoint.ts'
import type { Random } from '@cambio/server/Random.ts'
import type { DueLoop } from '@cambio/server/work/due.ts'
import { dueCallbacks, type OrderedCallbackStore } from '../store/callbacks.ts'
import { pace } from './pace.ts'

type Deps = {
  callbacks: OrderedCallbackStore
  endpoint: PartnerEndpoint
  random: Random
  now: () => Date
}

/**
 * Callbacks go out. One partner's endpoint that hangs keeps a callback at work for 15 s, and the other partners' must
 * not wait for it: many are worked at once.
 * @param input.waitFactor multiplies the waits between attempts
 */
export function callbackLoop(deps: Deps, { waitFactor }: { waitFactor: number }): DueLoop {
  const jitter = () => (deps.random.bytes(1)[0] ?? 0) / 255
  return {
    ...dueCallbacks,
    ...pace,
    batch: 64,
    concurrency: 64,
    async work(callbackId, attempt) {
      if (await deps.callbacks.putOff(callbackId, deps.now())) return
      await deliver({ ...deps, jitter }, { callbackId, attempt, waitFactor })
    },
  }
}
