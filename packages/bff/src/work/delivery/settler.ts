import { setTimeout as after } from 'node:timers/promises'
import type { Log } from '@cambio/server/log.ts'
import type { Settled } from '../../store/callback/CallbackQueue.ts'

/** Stores the outcomes of callbacks, many in one statement. */
export type Settler = {
  /** Resolves when the outcomes are written, to true, or forgotten. */
  add(settled: readonly Settled[]): Promise<boolean>
  /** From now on outcomes are written at once. */
  hurry(): void
}

/** How long outcomes gather: no endpoint waits for it. */
const GATHER_MS = 10
const AGAIN_MS = 1_000
/** Outcomes that could not be written so often are forgotten: their leases run out, and they are delivered again. */
const MOST_TRIES = 10
/** How often that is tried while the program ends, when it waits for nothing between the tries. */
const MOST_HURRIED_TRIES = 3

/** Gathers outcomes, so that the busier the time is, the fewer statements each takes. */
export function settler(deps: {
  write: (settled: readonly Settled[]) => Promise<void>
  log: Log
  isHurried: boolean
}): Settler {
  let gathered: Settled[] = []
  /** The write that takes what is added now, until it has begun; and the last one, which the next waits for. */
  let next: Promise<boolean> | undefined
  let last: Promise<unknown> = Promise.resolve()
  let isHurried = deps.isHurried

  async function writeAfter(before: Promise<unknown>): Promise<boolean> {
    await before
    if (!isHurried) await after(GATHER_MS)
    const batch = gathered
    gathered = []
    next = undefined
    return persistently(batch)
  }

  async function persistently(batch: readonly Settled[]): Promise<boolean> {
    for (let tries = 1; ; tries++) {
      try {
        await deps.write(batch)
        return true
      } catch (error) {
        deps.log.error('the outcomes of callbacks could not be stored', { error, attempts: tries })
        if (tries >= (isHurried ? MOST_HURRIED_TRIES : MOST_TRIES)) return false
        if (!isHurried) await after(AGAIN_MS)
      }
    }
  }

  return {
    add(settled) {
      gathered.push(...settled)
      next ??= last = writeAfter(last)
      return next
    },
    hurry() {
      isHurried = true
    },
  }
}
