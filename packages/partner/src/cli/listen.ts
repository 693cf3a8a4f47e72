import { contract } from '@cambio/wire/http/contract.ts'
import type { CliDeps } from './CliDeps.ts'
import { deliver, isAccepted, answerText } from './deliver.ts'
import { partnerOf, receiverAddress, setting } from './settings.ts'

const POLL_MS = 1_000
const AT_ONCE = 100

/**
 * Forwards your callbacks from the feed of events to a receiver as they are sent, until it is stopped.
 * @returns whether the receiver accepted all of them
 */
export async function listen(
  deps: CliDeps,
  options: {
    readonly 'forward-to'?: string
    readonly after?: number
    readonly once?: boolean
    readonly attempts?: boolean
  },
): Promise<boolean> {
  const url = receiverAddress(options['forward-to'], '--forward-to http://localhost:3000/callbacks')
  const secret = setting(deps, 'CAMBIO_CALLBACK_SECRET')
  const partner = partnerOf(deps)
  const read = async (after: number) =>
    (await partner.call(contract.partner.events, { query: { after, limit: AT_ONCE } })).data
  let last = options.after ?? (options.once ? 0 : await endOf(read))
  let failed = 0
  deps.print(`Forwarding your callbacks to ${url}, after event ${last}.`)
  while (!deps.stopped.aborted) {
    const events = await read(last)
    for (const { id, callback_id: callbackId, callback } of events) {
      last = id
      // Declined attempts are in everyone's feed; callbacks about them are sent only on request.
      if ('attempt' in callback && !options.attempts) continue
      if ('withdrawal' in callback) {
        deps.print(`${id}  ${callbackId}  left out: the code of a withdrawal goes to your own receiver alone`)
        continue
      }
      const delivery = { id: callbackId, body: JSON.stringify(callback), at: deps.now() }
      const answered = await deliver(deps, url, secret, delivery)
      if (!isAccepted(answered)) failed += 1
      deps.print(`${id}  ${callbackId}  ${kindOf(callback)}  ${answerText(answered)}`)
    }
    if (events.length === 0 && options.once) break
    if (events.length === 0) await pause(deps.stopped)
  }
  return failed === 0
}

/** The current end of the feed. */
async function endOf(read: (after: number) => Promise<readonly { readonly id: number }[]>): Promise<number> {
  let last = 0
  for (;;) {
    const newest = (await read(last)).at(-1)
    if (!newest) return last
    last = newest.id
  }
}

function kindOf(callback: object): string {
  if ('client_order' in callback && typeof callback.client_order === 'object' && callback.client_order)
    return String(Reflect.get(callback.client_order, 'status'))
  return String(Reflect.get(callback, 'type') ?? Reflect.get(callback, 'status'))
}

function pause(stopped: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, POLL_MS)
    stopped.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true })
  })
}
