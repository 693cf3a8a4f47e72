import type { Log } from '@cambio/server/log.ts'
import type { Query } from '@cambio/server/postgres/Database.ts'
import type { Random } from '@cambio/server/Random.ts'
import { rateLimitedLog } from '@cambio/server/rateLimitedLog.ts'
import { ended } from '@cambio/wire/order/orderStatus.ts'
import { orderMarks, type OrderMark } from '../store/order/orderMarks.ts'

/** The open pages that follow an order. A server-sent event says when to ask for its status. */
export type StatusStreams = {
  /** Events of an order until it ends or nobody reads them; null where this network, or the program, has its most open. */
  open(input: { readonly orderId: string; readonly network: string }): ReadableStream<Uint8Array> | null
  /** Ends all streams, so that the program can end. Pages reconnect, here or to another process. */
  stop(): void
}

/** How often orders are looked at, milliseconds: half of the time in which a page has to know. */
const LOOK_MS = 1_000
/** Something is sent in this time, milliseconds, so that no proxy takes a quiet connection for a dead one. */
const HEARTBEAT_MS = 15_000
/** Streams of one network: a large office's. */
export const MOST_OF_NETWORK = 100
/** Streams of this process. */
const MOST = 10_000
/** The most unread events; a reader that is further behind has disconnected. */
const MOST_UNREAD = 32
/** A page comes back after this time, milliseconds, and up to as much again: not all at once after a restart. */
const RETRY_MS = 1_000

/**
 * Follows the orders of all open pages with one statement a second, whatever their number, and none while no page is
 * open. So each exchange sees what any of them writes. A notification by each write would reach pages a little earlier,
 * but all writers of a database wait in line to notify.
 */
export function statusStreams(deps: { query: Query; log: Log; random: Random }): StatusStreams {
  const log = rateLimitedLog(deps.log, () => 'streams')
  const followers = new Set<Follower>()
  let timer: NodeJS.Timeout | undefined

  async function look(): Promise<void> {
    const ids = new Set([...followers].map(({ orderId }) => orderId))
    try {
      const marks = new Map((await orderMarks(deps.query, [...ids])).map((each) => [each.id, each]))
      for (const follower of followers)
        if (ids.has(follower.orderId)) follower.tell(marks.get(follower.orderId))
    } catch (error) {
      log.error('open pages cannot be notified of changes; they ask by themselves', { error })
    }
    for (const follower of followers) follower.keepAlive()
    timer = followers.size > 0 ? setTimeout(() => void look(), LOOK_MS) : undefined
  }

  return {
    open({ orderId, network }) {
      const ofNetwork = [...followers].filter((other) => other.network === network).length
      if (followers.size >= MOST || ofNetwork >= MOST_OF_NETWORK) return null
      const retryMs = Math.round(RETRY_MS * (1 + (deps.random.bytes(1)[0] ?? 0) / 256))
      const follower = followerOf({ orderId, network, retryMs }, () => followers.delete(follower))
      followers.add(follower)
      timer ??= setTimeout(() => void look(), LOOK_MS)
      return follower.stream
    },
    stop() {
      for (const follower of followers) follower.end()
    },
  }
}

/** One open page. */
type Follower = {
  readonly orderId: string
  readonly network: string
  readonly stream: ReadableStream<Uint8Array>
  /** Sends an event if the mark has changed; always the first time, since the page may have looked before. */
  tell(mark: OrderMark | undefined): void
  keepAlive(): void
  end(): void
}

const encoder = new TextEncoder()

function followerOf(
  { orderId, network, retryMs }: Pick<Follower, 'orderId' | 'network'> & { readonly retryMs: number },
  onEnd: () => void,
): Follower {
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined
  let sentMark: string | undefined
  let sentAt = performance.now()

  function end(): void {
    controller?.close()
    controller = undefined
    onEnd()
  }
  function send(text: string): void {
    if (controller && (controller.desiredSize ?? 0) < -MOST_UNREAD) end()
    controller?.enqueue(encoder.encode(text))
    sentAt = performance.now()
  }

  return {
    orderId,
    network,
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
    tell(mark) {
      if (mark?.mark !== sentMark) send('event: changed\ndata:\n\n')
      sentMark = mark?.mark
      if (mark && !ended.has(mark.status)) return
      send('event: end\ndata:\n\n')
      end()
    },
    keepAlive() {
      if (performance.now() - sentAt >= HEARTBEAT_MS) send(':\n\n')
    },
    end,
  }
}
