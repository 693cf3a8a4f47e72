import type { Exchange } from '../Exchange.ts'

const HOUR_MS = 60 * 60 * 1_000
/** First answers are kept this long, milliseconds. */
const IDEMPOTENCY_LIFE_MS = 31 * 24 * HOUR_MS

/** Removes what is over: codes, sessions, prices nobody may name any more, first answers, hints that were followed. */
export async function purge({ database, clock }: Pick<Exchange, 'database' | 'clock'>): Promise<void> {
  const now = clock.now()
  const before = (ms: number) => new Date(now.getTime() - ms)
  const removals = [
    ['mail_code', 'expires_at < $1', now],
    ['session', 'expires_at < $1', now],
    ['quote', 'expires_at < $1', before(HOUR_MS)],
    ['idempotency', 'created_at < $1', before(IDEMPOTENCY_LIFE_MS)],
    ['hint', 'due_at is null and $1::timestamptz is not null', now],
  ] as const
  for (const [table, over, at] of removals)
    await database.query({ name: `purge_${table}`, text: `delete from ${table} where ${over}`, values: [at] })
}
