import { pathOf } from '@cambio/wire/http/pathOf.ts'
import type { WidgetStatus } from '@cambio/wire/widget/Widget.ts'
import { pause } from '../pause.ts'
import { eventReader } from './eventReader.ts'
import { Status } from './openingRoutes.ts'

/** After this time a lost connection is tried again, where the service names no other, milliseconds. */
const RETRY_MS = 1_000
/** The longest wait before a failed connection is tried again, and the one after a refusal, milliseconds. */
const LONGEST_RETRY_MS = 15_000

/** What a page follows its order with. */
type Following = {
  readonly entry: string
  readonly fetch: typeof fetch
  readonly session: string | null
  /** The version of the status on screen. */
  readonly seen: () => string
  /** Takes the status that an event brings. */
  readonly receive: (status: WidgetStatus) => void
  /** Asks for the status: an event did not bring it, or some may have been missed. */
  readonly refresh: () => void
  /** Says whether events can arrive from now on. */
  readonly hear: (isHeard: boolean) => void
}

/**
 * Follows an order by the service's events, on one connection, until the order ends or `left` is aborted. This is no
 * `EventSource`: that sends no header, and a session in an address would be in logs.
 * @returns whether the order has ended
 */
export async function followOrder(following: Following, left: AbortSignal): Promise<boolean> {
  let waitMs = RETRY_MS
  while (!left.aborted) {
    const { end, retryMs } = await connected(following, left)
    if (left.aborted) break
    following.hear(false)
    if (end === 'ended') return true
    if (end === 'lost') following.refresh()
    waitMs =
      end === 'lost' ? retryMs : end === 'refused' ? LONGEST_RETRY_MS : Math.min(2 * waitMs, LONGEST_RETRY_MS)
    await pause(waitMs, left).catch(() => undefined)
  }
  return false
}

type Connected = {
  /** `lost` was open before; `failed` was not. */
  readonly end: 'ended' | 'lost' | 'refused' | 'failed'
  readonly retryMs: number
}

/** One connection, until it ends. */
async function connected(following: Following, signal: AbortSignal): Promise<Connected> {
  let retryMs = RETRY_MS
  let isOpen = false
  let hasEnded = false
  try {
    const response = await opened(following, signal)
    if (response.status === 204) return { end: 'ended', retryMs }
    if (!response.ok || !response.body) return { end: 'refused', retryMs }
    isOpen = true
    following.hear(true)
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
    const read = eventReader()
    for (;;) {
      const { done, value } = await reader.read()
      if (done) break
      for (const { retry, event, data = '' } of read(value)) {
        if (retry !== undefined) retryMs = Number(retry)
        if (event === 'changed') take(following, data)
        if (event === 'end') hasEnded = true
      }
    }
  } catch {
    // The connection is gone, or the page has left it.
  }
  return { end: hasEnded ? 'ended' : isOpen ? 'lost' : 'failed', retryMs }
}

function opened({ entry, fetch, session, seen }: Following, signal: AbortSignal): Promise<Response> {
  return fetch(pathOf({ path: '/api/widget/{entry}/changes' }, { entry }), {
    credentials: 'omit',
    cache: 'no-store',
    headers: {
      accept: 'text/event-stream',
      'last-event-id': seen(),
      ...(session === null ? {} : { authorization: `Bearer ${session}` }),
    },
    signal,
  })
}

/** A service of the version before says only that something has changed. */
function take({ receive, refresh }: Following, data: string): void {
  const { data: status } = Status.safeParse(data === '' ? null : JSON.parse(data))
  if (status) receive(status)
  else refresh()
}
