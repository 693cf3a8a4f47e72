import type { Callback } from '@cambio/partner/callback.ts'

/** What reached the shop's receiver: a verified callback, or something that was refused and why. */
type Received = { readonly at: Date } & (
  | { readonly is: 'verified'; readonly id: string | null; readonly callback: Callback }
  | { readonly is: 'refused'; readonly why: string }
)

/** The callbacks that the shop received, newest last, and those who watch them. */
export type Inbox = {
  /** A callback that was delivered before is taken and kept once. */
  add(received: Received): void
  all(): readonly Received[]
  /** Everything there is, and then each time what is new alone, until the watcher goes or the shop closes. */
  watch(signal: AbortSignal): AsyncGenerator<readonly Received[], void>
  close(): void
}

const KEPT = 200

export function createInbox(): Inbox {
  const received: Received[] = []
  let count = 0
  const isKnown = (one: Received) =>
    one.is === 'verified' &&
    one.id !== null &&
    received.some((other) => other.is === 'verified' && other.id === one.id)
  const closed = new AbortController()
  const waiting = new Set<() => void>()
  const wake = () => {
    for (const go of waiting) go()
    waiting.clear()
  }
  const change = (signal: AbortSignal) =>
    new Promise<void>((resolve) => {
      waiting.add(resolve)
      signal.addEventListener('abort', () => resolve(), { once: true })
    })

  return {
    add(one) {
      if (isKnown(one)) return
      received.push(one)
      count += 1
      if (received.length > KEPT) received.shift()
      wake()
    },
    all: () => received,
    async *watch(signal) {
      const either = AbortSignal.any([signal, closed.signal])
      let told = 0
      while (!either.aborted) {
        const untold = count - told
        told = count
        if (untold > 0) yield received.slice(-untold)
        else await change(either)
      }
    },
    close() {
      closed.abort()
      wake()
    },
  }
}
