import type { Log } from '../log.ts'
import { codeInWords } from './codeInWords.ts'
import type { DatabaseAway } from './DatabaseAway.ts'

/** Whether a program's database is there, as its statements find out. */
export type Availability = {
  /** Counts the losses: what was begun after the last one and is answered says that the database is back. */
  readonly losses: number
  /** Whether it answers and refuses what is written, so that only a write can say that it is back. */
  readonly isRefusing: boolean
  lost(away: DatabaseAway): void
  /** @param losses as they were when it was begun */
  answered(losses: number): void
  /** Something was written. */
  wrote(): void
}

/** Tells the log once that a database is away, and once that it is back, however many statements notice. */
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

/** SQLSTATE of a server that is starting, which has no connections yet that could be answered. */
const STARTING = '57P03'
