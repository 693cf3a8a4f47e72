import { within } from '../../http/within.ts'
import { DatabaseUnavailable } from '../DatabaseUnavailable.ts'

/** Work that several callers want at once, and that one statement can do for all of them. */
export type GatheredWork<Item, Result> = {
  /** Does it for one. */
  readonly alone: (item: Item) => Promise<Result>
  /**
   * Does it for several by one statement: for all of them or, where it throws, for none.
   * @returns what became of each
   */
  readonly together: (items: readonly Item[]) => Promise<(item: Item) => Result>
  /**
   * Two of one key are not in one statement: the later one has to find the earlier one done. Without it, as of reads, any
   * two may be.
   */
  readonly keyOf?: (item: Item) => string
  /** Whether an item may be done together with others; without it, each may. */
  readonly mayBeTogether?: (item: Item) => boolean
  /** How many statements are under way at most: one where those of one key would wait for each other; two by default. */
  readonly mostUnderWay?: 1 | 2
}

/** How many a statement takes at most. */
const MOST = 16
/** How long the next ones wait for a statement that is under way, milliseconds. */
const PATIENCE_MS = 100
/** So many do not wait for the statement that is under way: the database works while the program answers the others. */
const ENOUGH = 4

/**
 * While a statement is under way, what comes gathers for the next one: the more there is to do, the fewer statements it
 * takes. What comes while none is under way is done at once, alone. Where a statement for several breaks a rule of the
 * database, each is done alone, so that only the one at fault fails.
 * @returns does the work for one, and resolves once it is committed; throws what the work throws, and DatabaseUnavailable
 * for all that were in one statement
 */
export function gathered<Item, Result>({
  alone,
  together,
  keyOf,
  mayBeTogether,
  mostUnderWay = 2,
}: GatheredWork<Item, Result>): (item: Item) => Promise<Result> {
  type Waiting = { readonly item: Item; readonly done: PromiseWithResolvers<Result> }
  const waiting = new Set<Waiting>()
  let underWay = 0

  function beginDue(): void {
    while (isNextDue()) void doNext()
  }

  function isNextDue(): boolean {
    if (underWay === 0) return waiting.size > 0
    return underWay < mostUnderWay && waiting.size >= ENOUGH
  }

  async function doNext(): Promise<void> {
    underWay += 1
    await within(PATIENCE_MS, doTaken(takeNext()))
    underWay -= 1
    beginDue()
  }

  /** The first that wait, one of each key. */
  function takeNext(): readonly Waiting[] {
    const taken = new Map<unknown, Waiting>()
    for (const each of waiting) {
      const key = keyOf ? keyOf(each.item) : each
      if (!taken.has(key)) taken.set(key, each)
      if (taken.size === MOST) break
    }
    for (const each of taken.values()) waiting.delete(each)
    return [...taken.values()]
  }

  async function doTaken(taken: readonly Waiting[]): Promise<void> {
    if (taken.length === 1) return doEach(taken)
    try {
      const resultOf = await together(taken.map(({ item }) => item))
      for (const { item, done } of taken) done.resolve(resultOf(item))
    } catch (error) {
      if (!(error instanceof DatabaseUnavailable)) return doEach(taken)
      for (const { done } of taken) done.reject(error)
    }
  }

  async function doEach(taken: readonly Waiting[]): Promise<void> {
    await Promise.all(taken.map(({ item, done }) => alone(item).then(done.resolve, done.reject)))
  }

  return (item) => {
    if (mayBeTogether && !mayBeTogether(item)) return alone(item)
    const done = Promise.withResolvers<Result>()
    waiting.add({ item, done })
    beginDue()
    return done.promise
  }
}
