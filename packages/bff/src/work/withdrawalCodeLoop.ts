import type { CallbackStore } from '@cambio/exchange/callback/CallbackStore.ts'
import { deliver } from '@cambio/exchange/callback/deliver.ts'
import type { PartnerEndpoint } from '@cambio/exchange/callback/PartnerEndpoint.ts'
import type { Outbox } from '@cambio/exchange/message/Outbox.ts'
import type { Random } from '@cambio/server/Random.ts'
import type { DueLoop } from '@cambio/server/work/due.ts'
import { CodeCallback } from '@cambio/wire/Callback.ts'
import { dueWithdrawalCodes } from '../store/withdrawals.ts'
import { pace } from './pace.ts'

type Deps = {
  withdrawals: { readonly codeCallbacks: CallbackStore }
  endpoint: PartnerEndpoint
  /** A sandbox's; null in live. */
  outbox: Outbox | null
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
    async work(orderId, attempt) {
      if (deps.outbox && attempt === 1) await show(deps.outbox, await callbacks.find(orderId))
      await deliver({ ...deps, callbacks, jitter }, { callbackId: orderId, attempt, waitFactor }, waitsMs)
    },
  }
}

/** Puts a code where a sandbox's testers read it, since no client is there whom the partner would tell. */
async function show(outbox: Outbox, callback: { readonly body: string } | undefined): Promise<void> {
  if (!callback) return
  const { withdrawal } = CodeCallback.parse(JSON.parse(callback.body))
  const { client_order_id: id, code } = withdrawal
  const body = `The code for withdrawal ${id} is ${code}`
  await outbox.keep({ kind: 'withdrawal code', recipient: id, body })
}
