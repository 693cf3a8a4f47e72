import type { Metrics } from '../metrics.ts'

/** The metrics of a program's database. */
export function measureStore(
  metrics: Metrics,
  store: { readonly isWritable: () => Promise<boolean>; readonly skewSeconds: () => Promise<number> },
): void {
  metrics.gauge('database_writable', 'Whether the database accepts writes: 1 or 0.', [], async () => [
    { labels: {}, value: (await store.isWritable()) ? 1 : 0 },
  ])
  metrics.gauge(
    'database_clock_skew_seconds',
    'How far the clock of the database is ahead of this machine’s; a program does not start beyond one second.',
    [],
    async () => [{ labels: {}, value: await store.skewSeconds() }],
  )
}
