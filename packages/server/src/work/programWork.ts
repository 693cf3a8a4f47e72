import { workDue, type DueDeps, type DueLoop, type DueWork } from './due.ts'
import { repeat, type Repeated } from './repeat.ts'

type Input = {
  /** The loops over due rows, in the order in which one thing leads to the next. */
  readonly loops: readonly DueLoop[]
  /** What removes rows that nobody needs any more; each is done every ten minutes while the program runs. */
  readonly cleaning: readonly (() => Promise<void>)[]
  readonly repeated?: readonly Repeated[]
}

const CLEAN_EVERY_MS = 10 * 60_000

/**
 * Everything that a program does without being asked. `tick` does what is due now and also what that makes due; it
 * cleans nothing up and does nothing that is repeated.
 */
export function programWork(deps: DueDeps, { loops, cleaning, repeated = [] }: Input): DueWork {
  const works = loops.map((loop) => workDue(deps, loop))
  const removals = cleaning.map((work) => ({
    everyMs: CLEAN_EVERY_MS,
    failed: 'what is over could not be removed',
    work,
  }))
  const turns = [...removals, ...repeated].map((each) => repeat(deps, each))
  return {
    start() {
      for (const work of [...works, ...turns]) work.start()
    },
    async stop() {
      await Promise.all([...works, ...turns].map((work) => work.stop()))
    },
    async tick() {
      for (let worked = 0; ;) {
        let round = 0
        for (const work of works) round += await work.tick()
        if (round === 0) return worked
        worked += round
      }
    },
  }
}
