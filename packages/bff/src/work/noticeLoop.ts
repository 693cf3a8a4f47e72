import type { FollowNotice, NoticeSource, OwnNoticeSource } from '@cambio/exchange/notice/Notice.ts'
import type { Log } from '@cambio/server/log.ts'
import type { Query } from '@cambio/server/postgres/Database.ts'
import { settleDue, type DueLoop } from '@cambio/server/work/due.ts'
import { dueNotices, readNoticeId, type InboxStore } from '../store/inbox.ts'
import { pace } from './pace.ts'

/** The handler for the notices of each source. */
export type NoticeHandlers = Readonly<
  Record<OwnNoticeSource, FollowNotice> & Record<NoticeSource, FollowNotice>
>

/**
 * Waits before a notice that nobody answered is followed again, milliseconds; the last one repeats. Only an answer ends
 * it: of an order that has ended nobody asks of their own accord, and the bank may still take the money back.
 */
const againMs = [3_000, 10_000, 30_000, 60_000, 300_000, 900_000, 3_600_000] as const

/** Follows notices by their source's handler. A notice without a handler is kept until there is one. */
export function noticeLoop(
  deps: { query: Query; inbox: InboxStore; log: Log; now: () => Date },
  handlers: NoticeHandlers,
): DueLoop {
  const bySource = new Map<string, FollowNotice>(Object.entries(handlers))
  return {
    ...dueNotices,
    ...pace,
    async work(id, attempts) {
      const { source, reference } = readNoticeId(id)
      const follow = bySource.get(source)
      if (!follow) deps.log.warn('notices from a source that nothing handles', { from: source, attempts })
      const outcome = follow ? await follow(reference) : 'unanswered'
      if (outcome === 'unknown_reference')
        deps.log.warn('a notice has an unknown reference', { from: source, attempts })
      const waitMs = againMs[Math.min(attempts, againMs.length) - 1] ?? 0
      await (outcome === 'unanswered'
        ? deps.inbox.again(id, new Date(deps.now().getTime() + waitMs))
        : deps.query(settleDue(dueNotices, { id, dueAt: null })))
    },
  }
}
