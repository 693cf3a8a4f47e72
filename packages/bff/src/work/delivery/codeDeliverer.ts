import type { CallbackDelivery } from '@cambio/exchange/callback/CallbackDelivery.ts'
import { deliver, type Delivered } from '@cambio/exchange/callback/deliver.ts'
import type { PartnerEndpoint } from '@cambio/exchange/callback/PartnerEndpoint.ts'
import type { Outbox } from '@cambio/exchange/message/Outbox.ts'
import { retryUntilAvailable } from '@cambio/server/postgres/retryUntilAvailable.ts'
import { CodeCallback } from '@cambio/wire/partner/Callback.ts'

type Deps = {
  endpoint: PartnerEndpoint
  /** The sandbox's outbox; null in live. */
  outbox: Outbox | null
  now: () => Date
  jitter: () => number
}

/** Waits after the first, second ... failed attempt, milliseconds. A client waits for the code, which lives ten minutes. */
const waitsMs = [5_000, 15_000, 30_000, 60_000, 60_000, 60_000, 60_000, 60_000, 60_000, 60_000] as const

/** How long the sandbox's database may be away before a code is sent to its partner alone, milliseconds. */
const SHOWN_WITHIN_MS = 30_000

/** Delivers codes of withdrawals. */
export function codeDeliverer(
  deps: Deps,
  { waitFactor }: { waitFactor: number },
): (delivery: CallbackDelivery) => Promise<Delivered> {
  return async (delivery) => {
    const { outbox } = deps
    if (outbox && delivery.attempt === 1)
      await retryUntilAvailable(SHOWN_WITHIN_MS, () => show(outbox, delivery))
    return deliver(deps, delivery, { waitFactor, waitsMs })
  }
}

/** Shows a code to a sandbox's testers, since there is no client to whom the partner would pass it on. */
async function show(outbox: Outbox, { body }: CallbackDelivery): Promise<void> {
  const { withdrawal } = CodeCallback.parse(JSON.parse(body))
  const { client_order_id: id, code } = withdrawal
  await outbox.keep({
    kind: 'withdrawal code',
    recipient: id,
    body: `The code for withdrawal ${id} is ${code}`,
  })
}
