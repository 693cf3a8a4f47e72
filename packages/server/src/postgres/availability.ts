import type { Log } from '../log.ts'
import { codeInWords } from './codeInWords.ts'
import type { DatabaseUnavailable } from './DatabaseUnavailable.ts'

/** Whether a program's database is available, as its statements find out. */
export type Availability = {
  /**
   * The number of losses. A statement that began after the last loss and is answered shows that the database is back.
   */
  readonly losses: number
  /** Whether it answers but refuses writes, so that only a write can show that it is back. */
  readonly isRefusing: boolean
  lost(away: DatabaseUnavailable): void
  /** @param losses the losses when the statement began */
  answered(losses: number): void
  /** A write succeeded. */
  wrote(): void
}

/** Logs once that a database is unavailable, and once that it is back, however many statements notice. */
export function availability({ log }: { log: Log }): Availability {
  let losses = 0
  let away: { readonly since: number; isRefusing: boolean } | undefined

  function back(): void {
    if (away === undefined) return
    const durationMs = Math.round(performance.now() - away.since)
    away = undefined
    log.warn('the database is back', { durationMs })
  }

  return {
    get losses() {
      return losses
    },
    get isRefusing() {
      return away?.isRefusing === true
    },
    lost({ failure, code }) {
      if (failure === 'slow') return
      losses += 1
      const isRefusing = failure === 'refusing' && code !== STARTING
      if (away !== undefined) {
        away.isRefusing ||= isRefusing
        return
      }
      away = { since: performance.now(), isRefusing }
      log.warn('the database is unavailable; work that needs it waits or is refused until it is back', {
        reason: codeInWords(code),
      })
    },
    answered(then) {
      if (then === losses && away?.isRefusing === false) back()
    },
    wrote: back,
  }
}

/** SQLSTATE of a server that is starting and accepts no connections yet. */
const STARTING = '57P03'
