import { setTimeout as after } from 'node:timers/promises'
import type { Log } from '../../log.ts'
import type { Metrics } from '../../metrics.ts'
import { codeInWords } from '../codeInWords.ts'
import type { Database, Query, Statement } from '../Database.ts'
import { hasReached, primaryPlace, proveReplicated, type PrimaryPlace } from './primaryPlace.ts'
import { sharedAsking } from './sharedAsking.ts'

/** A pool of connections to a standby, which reads in transactions. */
export type Standby = Pick<Database, 'transaction'>

/** How long a standby may take to catch up with the primary, milliseconds. */
const CATCH_UP_MS = 200
const LOOK_AGAIN_MS = 5
/** How long a read on a standby may take in total, milliseconds; after that the primary does it. */
const READ_MS = 2_000
/** How long a standby that failed or is behind is not used, milliseconds. */
const ASIDE_MS = 2_000

/**
 * Reads on a standby what the primary would have shown when the read began: the standby has caught up to that moment,
 * and where commits wait for standbys, those have what was read. A standby that is unavailable, slow or behind is not
 * used for a while, and the primary is read instead.
 */
export function standbyReads(deps: {
  primary: Pick<Database, 'query'>
  standby: Standby
  log: Log
  metrics: Metrics
}): Query {
  const { primary, standby, log, metrics } = deps
  const placeOfPrimary = sharedAsking(() => primaryPlace(primary))
  const proof = sharedAsking(() => proveReplicated(primary))
  let asideUntil: number | undefined

  async function onStandby<Row extends object>(statement: Statement): Promise<Row[]> {
    const place = await placeOfPrimary()
    const rows = await standby.transaction(async (query) => {
      if (!(await hasReached(query, place))) await caughtUp(query, place)
      return query<Row>(statement)
    })
    if (place.is_synchronous && (await proof()) !== place.started_micros)
      throw new NotRead('the primary changed meanwhile')
    return rows
  }

  async function caughtUp(query: Query, place: PrimaryPlace): Promise<void> {
    metrics.count(
      'database_standby_waits_total',
      'Reads that found the standby behind the primary, and waited for it.',
    )
    await untilReached(query, place)
  }

  function leaveAside(error: unknown): void {
    if (asideUntil === undefined)
      log.warn('the standby is not read; the primary is read in its place', { reason: reasonOf(error) })
    asideUntil = performance.now() + ASIDE_MS
  }

  function readAgain(): void {
    if (asideUntil !== undefined) log.info('the standby is read again')
    asideUntil = undefined
  }

  return async <Row extends object>(statement: Statement): Promise<Row[]> => {
    if (asideUntil === undefined || performance.now() > asideUntil) {
      try {
        const rows = await inTime(onStandby<Row>(statement))
        readAgain()
        countRead(metrics, 'standby')
        return rows
      } catch (error) {
        leaveAside(error)
      }
    }
    countRead(metrics, 'primary')
    return primary.query<Row>(statement)
  }
}

function countRead(metrics: Metrics, server: 'standby' | 'primary'): void {
  metrics.count(
    'database_list_reads_total',
    'Reads of lists, reports and feeds, by the server that did them.',
    {
      server,
    },
  )
}

/** Why a standby's answer is not used. */
class NotRead extends Error {
  override readonly name = 'NotRead'
}

function reasonOf(error: unknown): string {
  if (error instanceof NotRead) return error.message
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return typeof code === 'string' ? codeInWords(code) : 'the read failed'
}

/** Waits for a standby that is behind. @throws NotRead when it stays behind for too long */
async function untilReached(query: Query, place: PrimaryPlace): Promise<void> {
  const deadline = performance.now() + CATCH_UP_MS
  do {
    if (performance.now() > deadline) throw new NotRead('it is behind')
    await after(LOOK_AGAIN_MS)
  } while (!(await hasReached(query, place)))
}

/** @throws NotRead when the answer takes longer than a read may */
async function inTime<Answer>(answer: Promise<Answer>): Promise<Answer> {
  const late = new AbortController()
  try {
    return await Promise.race([answer, after(READ_MS, undefined, { signal: late.signal }).then(tooLate)])
  } finally {
    late.abort()
  }
}

function tooLate(): never {
  throw new NotRead('it took too long')
}
