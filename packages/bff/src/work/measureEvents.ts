import type { Exchange } from '../program/Exchange.ts'
import { eventPublications } from '../store/callback/eventPublications.ts'
import { KEPT_MS } from '../store/purge.ts'

/** The metrics of the stream that events are published to. */
export function measureEvents({
  metrics,
  database,
  clock,
}: Pick<Exchange, 'metrics' | 'database' | 'clock'>): void {
  const publications = eventPublications(database)
  const lag = () => publications.lag(new Date(clock.now().getTime() - KEPT_MS))
  metrics.gauge('events_unpublished', 'Events that are not published to the stream yet.', [], async () => [
    { labels: {}, value: Number((await lag()).events) },
  ])
  metrics.gauge(
    'events_unpublished_seconds',
    'Age of the oldest event that is not published to the stream yet; 0 where there is none.',
    [],
    async () => {
      const { oldestAt } = await lag()
      const ageMs = oldestAt ? clock.now().getTime() - oldestAt.getTime() : 0
      return [{ labels: {}, value: Math.max(0, ageMs / 1_000) }]
    },
  )
}
