import type { Statement } from '../postgres/Database.ts'
import { workDue, type DueDeps, type DueLoop, type DueWork } from './due.ts'
import { dueAmong, lookForDue } from './lookForDue.ts'
import { LOOK_EVERY_MS, processes } from './processes.ts'
import { repeat, type Repeated } from './repeat.ts'

type Input = {
  /** The loops over due rows, in the order in which one thing leads to the next. */
  readonly loops: readonly DueLoop[]
  /** Other work on due rows, after the loops. */
  readonly works?: readonly (Pick<DueLoop, 'table' | 'channel'> & { readonly work: DueWork })[]
  /** Removals of rows that are no longer needed; each runs every ten minutes while the program runs. */
  readonly cleaning: readonly (() => Promise<void>)[]
  readonly repeated?: readonly Repeated[]
  /**
   * Makes due what only a request was working on when its process ended; harmless where nothing is wrong. By default
   * ended processes are not searched for.
   */
  readonly resume?: readonly ((now: Date) => Statement)[]
}

const CLEAN_EVERY_MS = 10 * 60_000

/**
 * All background work of a program. `tick` does what is due now and what that makes due, without cleaning and repeated
 * tasks.
 */
export function programWork(
  deps: DueDeps,
  { loops, works: others = [], cleaning, repeated = [], resume }: Input,
): DueWork {
  const looped = loops.map((loop) => ({ table: loop.table, ...workDue(deps, loop) }))
  const works = [...looped, ...others.map(({ work }) => work)]
  const looking = lookForDue(deps, looped)
  const removals = cleaning.map((work) => ({
    everyMs: CLEAN_EVERY_MS,
    failed: 'what is over could not be removed',
    work,
  }))
  const look = resume && {
    everyMs: LOOK_EVERY_MS,
    // A restarted program continues its former work before its callers are back.
    atOnce: true,
    failed: 'ended processes could not be looked for',
    work: processes(deps, { loops: [...loops, ...others], resume }),
  }
  const repeating = [...removals, ...repeated, ...(look ? [look] : [])].map((each) => repeat(deps, each))
  const turns = [looking, ...repeating]
  return {
    start() {
      for (const work of [...works, ...turns]) work.start()
    },
    async stop() {
      await Promise.all([...works, ...turns].map((work) => work.stop()))
    },
    async tick() {
      let worked = 0
      let idle = 0
      let due: ReadonlySet<string> | undefined
      for (let turn = 0; idle < works.length; turn = (turn + 1) % works.length) {
        due ??= await dueAmong(deps, looped)
        const loop = looped[turn]
        const done = loop && !due.has(loop.table) ? 0 : ((await works[turn]?.tick()) ?? 0)
        worked += done
        // What was just done may have made other rows due.
        if (done > 0) due = undefined
        // Rows that were just worked until none was due need not be checked again.
        idle = done > 0 ? 1 : idle + 1
      }
      return worked
    },
  }
}
