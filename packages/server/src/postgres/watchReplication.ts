import type { Database } from './Database.ts'
import { REPLICATION_PROOF, type Replication } from './replication.ts'

const COMMIT_EVERY_MS = 1_000
/** A program's commit stops waiting after ten seconds; others may then see what no standby has. */
const STALLED_MS = 8_000

/**
 * Commits repeatedly, to notice stalled commits before any stops waiting: it may be another program's, which this one
 * would not notice otherwise.
 */
export function watchReplication(
  database: Pick<Database, 'query'>,
  watched: Replication,
  { everyMs = COMMIT_EVERY_MS, stalledMs = STALLED_MS } = {},
): { close(): void } {
  let begunAt: number | undefined
  const commit = async () => {
    begunAt = performance.now()
    // The reader gets the error that happened here.
    await database.query(REPLICATION_PROOF).catch(() => {})
    begunAt = undefined
  }
  const committing = setInterval(() => {
    if (begunAt === undefined) void commit()
    else if (performance.now() - begunAt > stalledMs) watched.doubt()
  }, everyMs).unref()
  return { close: () => clearInterval(committing) }
}
