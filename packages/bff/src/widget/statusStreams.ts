import type { Log } from '@cambio/server/log.ts'
import type { Query } from '@cambio/server/postgres/Database.ts'
import type { Random } from '@cambio/server/Random.ts'
import { rateLimitedLog } from '@cambio/server/rateLimitedLog.ts'
import { Refusal } from '@cambio/wire/http/Problem.ts'
import { orderMarks } from '../store/order/orderMarks.ts'
import { followerOf, type Follower, type Following } from './Follower.ts'

/** The open pages that follow an order. A server-sent event brings its status, or says when to ask for it. */
export type StatusStreams = {
  /** Events of an order until it ends or nobody reads them; null where this network, or the program, has its most open. */
  open(following: Following): ReadableStream<Uint8Array> | null
  /** Ends all streams, so that the program can end. Pages reconnect, here or to another process. */
  stop(): void
}

/** How often orders are looked at, milliseconds: half of the time in which a page has to know. */
const LOOK_MS = 1_000
/** Streams of one network: a large office's. */
export const MOST_OF_NETWORK = 100
/** Streams of this process. */
const MOST = 10_000
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
    const ids = new Set([...followers].map(({ following }) => following.orderId))
    try {
      const marks = new Map((await orderMarks(deps.query, [...ids])).map((each) => [each.id, each]))
      for (const follower of followers) {
        const { orderId } = follower.following
        if (ids.has(orderId)) void follower.tell(marks.get(orderId))
      }
    } catch (error) {
      log.error('open pages cannot be notified of changes; they ask by themselves', { error })
    }
    for (const follower of followers) follower.keepAlive()
    timer = followers.size > 0 ? setTimeout(() => void look(), LOOK_MS) : undefined
  }

  return {
    open(following) {
      const { network } = following
      const ofNetwork = [...followers].filter((other) => other.following.network === network).length
      if (followers.size >= MOST || ofNetwork >= MOST_OF_NETWORK) return null
      const retryMs = Math.round(RETRY_MS * (1 + (deps.random.bytes(1)[0] ?? 0) / 256))
      const follower = followerOf(following, {
        retryMs,
        onEnd: () => followers.delete(follower),
        onUnread: (error) => {
          if (!(error instanceof Refusal)) log.error('a status cannot be read for an open page', { error })
        },
      })
      followers.add(follower)
      timer ??= setTimeout(() => void look(), LOOK_MS)
      return follower.stream
    },
    stop() {
      for (const follower of followers) follower.end()
    },
  }
}
