import type { Log } from '../log.ts'
import type { DatabaseAway } from './DatabaseAway.ts'

/** Whether a program's database is there, as its statements find out. */
export type Availability = {
  /** Counts the losses: what was begun after the last one and is answered says that the database is back. */
  readonly losses: number
  lost(away: DatabaseAway): void
  /** @param losses as they were when it was begun */
  answered(losses: number): void
}

/** Tells the log once that a database is away, and once that it is back, however many statements notice. */
export function availability({ log }: { log: Log }): Availability {
  let losses = 0
  let awaySince: number | undefined
  return {
    get losses() {
      return losses
    },
    lost({ failure, code }) {
      if (failure === 'slow') return
      losses += 1
      if (awaySince !== undefined) return
      awaySince = performance.now()
      log.warn('the database is away; what needs it waits or is refused until it is back', { reason: code })
    },
    answered(then) {
      if (awaySince === undefined || then !== losses) return
      const durationMs = Math.round(performance.now() - awaySince)
      awaySince = undefined
      log.warn('the database is back', { durationMs })
    },
  }
}
