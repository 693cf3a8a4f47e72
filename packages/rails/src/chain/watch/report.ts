import type { Clock } from '@cambio/server/Clock.ts'
import type { Log } from '@cambio/server/log.ts'

/** Why nothing moves on a chain, or why it cannot be read, as found by a look. Both are null while all is well. */
export type Seen = { readonly stopped: string | null; readonly unreadable: string | null }

/** What was last reported about a chain, and since when all is well again. */
export type Reported = { why: string | null; at: number; wellSince: number | null }

/**
 * How long all must be well before that is reported, milliseconds. A node that fails every other time would fill the
 * log.
 */
const WELL_AGAIN_MS = 10_000
/**
 * How long one reason lasts before another is reported, milliseconds. A node may alternate between several failures.
 */
const ANOTHER_REASON_MS = 60_000

export function nothingReported(): Reported {
  return { why: null, at: -Infinity, wellSince: null }
}

/** Reports a change to the operator, once. The current state is in the database and in the metrics. */
export function report(
  { log, clock, reported }: { log: Log; clock: Clock; reported: Reported },
  { stopped, unreadable }: Seen,
): void {
  const why = stopped ?? unreadable
  const now = clock.now().getTime()
  if (why === null) {
    reported.wellSince ??= now
    if (reported.why === null || now - reported.wellSince < WELL_AGAIN_MS) return
    log.warn('the chain rail continues')
    reported.why = null
    return
  }
  reported.wellSince = null
  if (why === reported.why || (reported.why !== null && now - reported.at < ANOTHER_REASON_MS)) return
  log.warn(stopped === null ? UNREADABLE : STOPPED, { reason: why })
  reported.why = why
  reported.at = now
}

const STOPPED = 'the chain rail has stopped, and nothing moves: “chain show” says whether it still does'
const UNREADABLE =
  'the chain cannot be read, and deposits and pay-outs wait for it: “chain show” says whether it still cannot'
