import { workDue, type DueDeps, type DueLoop, type DueWork } from './due.ts'

type Input = {
  /** The loops over due rows, in the order in which one thing leads to the next. */
  readonly loops: readonly DueLoop[]
  /** What removes rows that nobody needs any more; each is done every ten minutes while the program runs. */
  readonly cleaning: readonly (() => Promise<void>)[]
}

const CLEAN_EVERY_MS = 10 * 60_000

/**
 * Everything that a program does without being asked. `tick` does what is due now and also what that makes due; it
 * cleans nothing up.
 */
export function programWork(deps: DueDeps, { loops, cleaning }: Input): DueWork {
  const works = loops.map((loop) => workDue(deps, loop))
  let timer: NodeJS.Timeout | undefined
  let cleaned: Promise<void> = Promise.resolve()

  /** One that fails is logged and keeps none of the others from being done. */
  async function clean(): Promise<void> {
    for (const remove of cleaning) {
      await remove().catch((error: unknown) => deps.log.error('what is over could not be removed', { error }))
    }
  }

  return {
    start() {
      for (const work of works) work.start()
      timer = setInterval(() => {
        cleaned = cleaned.then(clean)
      }, CLEAN_EVERY_MS).unref()
    },
    async stop() {
      clearInterval(timer)
      await Promise.all(works.map((work) => work.stop()))
      await cleaned
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
