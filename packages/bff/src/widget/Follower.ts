import { flushedGzip } from '@cambio/server/http/flushedGzip.ts'
import { ended } from '@cambio/wire/order/orderStatus.ts'
import type { WidgetStatus } from '@cambio/wire/widget/Widget.ts'
import type { OrderMark } from '../store/order/orderMarks.ts'

/** How a page follows its order. */
export type Following = {
  readonly orderId: string
  readonly network: string
  /** The status for this page's buyer, for events that bring it; null where they only say that there is a new one. */
  readonly status: StatusForPage | null
  /** Whether the events are sent as gzip. */
  readonly isPacked: boolean
}

/** A page's status, which only its own session may read in full. */
export type StatusForPage = {
  /** The version that the page has. */
  readonly seen: string
  /** @throws Refusal, or what the database throws */
  readonly read: () => Promise<WidgetStatus>
}

/** One open page. */
export type Follower = {
  readonly following: Following
  readonly stream: ReadableStream<Uint8Array>
  /**
   * Sends an event if the mark has changed, and ends the stream with its order. Always the first time, since the page
   * may have looked before; an event that brings the status is not sent to a page that has it.
   */
  tell(mark: OrderMark | undefined): Promise<void>
  keepAlive(): void
  end(): void
}

/** Something is sent in this time, milliseconds, so that no proxy takes a quiet connection for a dead one. */
const HEARTBEAT_MS = 15_000
/** The most unread events; a reader that is further behind has disconnected. */
const MOST_UNREAD = 32

const encoder = new TextEncoder()

/**
 * @param retryMs after which time a page comes back, milliseconds
 * @param onEnd is called when the stream has ended or nobody reads it
 * @param onUnread is called with the reason why a status could not be read; the page is told to ask for it
 */
export function followerOf(
  following: Following,
  { retryMs, onEnd, onUnread }: { retryMs: number; onEnd: () => void; onUnread: (error: unknown) => void },
): Follower {
  const { status, isPacked } = following
  const gzip = isPacked ? flushedGzip() : null
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined
  let sentMark: string | undefined
  let sentVersion = status?.seen
  let sentAt = performance.now()
  let isTelling = false

  function end(): void {
    if (gzip) controller?.enqueue(gzip.end())
    controller?.close()
    controller = undefined
    onEnd()
  }
  function send(text: string): void {
    if (controller && (controller.desiredSize ?? 0) < -MOST_UNREAD) end()
    controller?.enqueue(gzip ? gzip.add(text) : encoder.encode(text))
    sentAt = performance.now()
  }
  async function sendStatus({ read }: StatusForPage): Promise<void> {
    try {
      const now = await read()
      if (now.version === sentVersion) return
      sentVersion = now.version
      send(`event: changed\nid: ${now.version}\ndata: ${JSON.stringify(now)}\n\n`)
    } catch (error) {
      onUnread(error)
      send('event: changed\ndata:\n\n')
    }
  }
  async function tellNow(mark: OrderMark | undefined): Promise<void> {
    if (mark?.mark !== sentMark) {
      sentMark = mark?.mark
      if (status) await sendStatus(status)
      else send('event: changed\ndata:\n\n')
    }
    if (mark && !ended.has(mark.status)) return
    send('event: end\ndata:\n\n')
    end()
  }

  return {
    following,
    stream: new ReadableStream<Uint8Array>({
      start(given) {
        controller = given
        send(`retry: ${retryMs}\n\n`)
      },
      cancel() {
        controller = undefined
        onEnd()
      },
    }),
    async tell(mark) {
      // A status that is still being read may be older than this mark, which the next look brings again.
      if (isTelling) return
      isTelling = true
      await tellNow(mark)
      isTelling = false
    },
    keepAlive() {
      if (performance.now() - sentAt >= HEARTBEAT_MS) send(':\n\n')
    },
    end,
  }
}
