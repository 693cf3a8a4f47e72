import type { CallbackStore } from '@cambio/exchange/callback/CallbackStore.ts'
import { deliver } from '@cambio/exchange/callback/deliver.ts'
import type { PartnerEndpoint } from '@cambio/exchange/callback/PartnerEndpoint.ts'
import type { Random } from '@cambio/server/Random.ts'
import type { DueLoop } from '@cambio/server/work/due.ts'
import { dueWithdrawalCodes } from '../store/withdrawals.ts'
import { pace } from './pace.ts'

type Deps = {
  withdrawals: { readonly codeCallbacks: CallbackStore }
  endpoint: PartnerEndpoint
  random: Random
  now: () => Date
}

/** Waits after the first, second ... failed attempt, milliseconds. A client waits for the code, which lives ten minutes. */
const waitsMs = [5_000, 15_000, 30_000, 60_000, 60_000, 60_000, 60_000, 60_000, 60_000, 60_000] as const

/** Codes of withdrawals go out, beside the callbacks and waiting for none of them. */
export function withdrawalCodeLoop(deps: Deps, { waitFactor }: { waitFactor: number }): DueLoop {
  const jitter = () => (deps.random.bytes(1)[0] ?? 0) / 255
  const callbacks = deps.withdrawals.codeCallbacks
  return {
    ...dueWithdrawalCodes,
    ...pace,
    batch: 64,
    concurrency: 64,
    work: (orderId, attempt) =>
      deliver({ ...deps, callbacks, jitter }, { callbackId: orderId, attempt, waitFactor }, waitsMs),
  }
}
