import type { EventStream, StreamEvent } from '@cambio/exchange/callback/EventStream.ts'
import { publishEvents } from '@cambio/exchange/callback/publishEvents.ts'
import type { Clock } from '@cambio/server/Clock.ts'
import type { Log } from '@cambio/server/log.ts'
import { checkFence } from '@cambio/server/postgres/fence.ts'
import type { Random } from '@cambio/server/Random.ts'
import { settleDue, type DueLoop } from '@cambio/server/work/due.ts'
import { callbackEventOf } from '../partner/callbackEvent.ts'
import {
  duePublisher,
  eventPublications,
  type EventPublications,
  type Unpublished,
} from '../store/callback/eventPublications.ts'
import { eventStore, type EventStore, type StoredEvent } from '../store/callback/events.ts'
import { KEPT_MS } from '../store/purge.ts'
import type { StoreDeps } from '../store/StoreDeps.ts'

export type PublishingDeps = {
  readonly stream: EventStream
  readonly stores: StoreDeps
  readonly clock: Clock
  readonly random: Random
  readonly log: Log
}

/** How often the feeds are looked at, milliseconds. */
const LOOK_EVERY_MS = 1_000
/** Partners whose events are published at once, and events of one of them. */
const PARTNERS_AT_ONCE = 8
const EVENTS_AT_ONCE = 250

/**
 * Publishes the partners' feeds to a stream outside, by one process at a time. How far a feed is published is kept
 * after the stream has taken all before it, so that nothing is left out and a repeat has the id that it had. An
 * unavailable stream is tried again, and nothing else waits for it.
 */
export function eventPublishing({ stream, stores, clock, random, log }: PublishingDeps): DueLoop {
  const publications = eventPublications(stores)
  const publishing = { stream: fencedStream(stream), publications, events: eventStore(stores) }
  const after = (ms: number) => new Date(clock.now().getTime() + ms)
  return {
    ...duePublisher,
    leaseMs: 10_000,
    batch: 1,
    concurrency: 1,
    async work(id, attempts) {
      const since = after(-KEPT_MS)
      try {
        while ((await publishSome(publishing, since)) > 0);
        await stores.query(settleDue(duePublisher, { id, dueAt: after(LOOK_EVERY_MS) }))
      } catch (error) {
        checkFence()
        const delayMs = waitMs(attempts, random)
        log.error('events are not published, and will be tried again', { error, attempts, delayMs })
        await publications.putOff({ id, attempts }, after(delayMs))
      }
    },
  }
}

type Publishing = { stream: EventStream; publications: EventPublications; events: EventStore }

/** Publishes the next events of some partners. @returns how many partners got on @throws the first failure */
async function publishSome(publishing: Publishing, since: Date): Promise<number> {
  const behind = await publishing.publications.behind({ since, limit: PARTNERS_AT_ONCE })
  const outcomes = await Promise.allSettled(behind.map((partner) => publishNext(publishing, partner, since)))
  const failed = outcomes.find(({ status }) => status === 'rejected')
  if (failed?.status === 'rejected') throw failed.reason
  return outcomes.filter((outcome) => outcome.status === 'fulfilled' && outcome.value).length
}

/** Publishes a partner's next events. @returns whether there were any */
async function publishNext(
  { stream, publications, events }: Publishing,
  { partnerId, published, numbered }: Unpublished,
  since: Date,
): Promise<boolean> {
  const next = await events.read({ partnerId, after: published, since, limit: EVENTS_AT_ONCE })
  await publishEvents(
    stream,
    next.map((event) => streamEventOf(partnerId, event)),
  )
  // Where nothing follows, what had a number is older than the feed.
  const reached = Number(next.at(-1)?.id ?? numbered)
  if (reached > published) await publications.advance(partnerId, reached)
  return reached > published
}

function streamEventOf(partnerId: string, event: StoredEvent): StreamEvent {
  const { callbackId: id, orderId, kind } = event
  return { id, partnerId, orderId, kind, json: JSON.stringify(callbackEventOf(event)) }
}

/** A process that stood still, and that another has taken over from, publishes nothing more. */
function fencedStream(stream: EventStream): EventStream {
  return {
    ...stream,
    async publish(event) {
      checkFence()
      await stream.publish(event)
    },
  }
}

const LONGEST_WAIT_MS = 30_000

/** Twice as long each time up to half a minute, and up to a fifth more, milliseconds. */
function waitMs(attempts: number, random: Random): number {
  const base = Math.min(LONGEST_WAIT_MS, LOOK_EVERY_MS * 2 ** Math.min(attempts - 1, 10))
  return Math.round(base * (1 + (random.bytes(1)[0] ?? 0) / 1280))
}
