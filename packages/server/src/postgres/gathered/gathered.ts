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
   * Two of one key are done one after the other: the later one has to find the earlier one done, and would keep all others
   * of its statement waiting for it. Without keys, as of reads, any two may be done at once.
   */
  readonly keyOf?: (item: Item) => string
  /** Whether an item may be done together with others; without it, each may. */
  readonly mayBeTogether?: (item: Item) => boolean
}

/** How many a statement takes at most. */
const MOST = 16
/** How many statements are under way at most. */
const MOST_UNDER_WAY = 2
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
}: GatheredWork<Item, Result>): (item: Item) => Promise<Result> {
  type Waiting = { readonly item: Item; readonly key: unknown; readonly done: PromiseWithResolvers<Result> }
  const waiting = new Set<Waiting>()
  const keysUnderWay = new Set<unknown>()
  let underWay = 0

  function beginDue(): void {
    for (let next = takeDue(); next.length > 0; next = takeDue()) void doNext(next)
  }

  /** The first that wait, one of each key that is not under way; none while they are too few for another statement. */
  function takeDue(): readonly Waiting[] {
    const least = underWay === 0 ? 1 : ENOUGH
    if (underWay === MOST_UNDER_WAY || waiting.size < least) return []
    const taken = new Map<unknown, Waiting>()
    for (const each of waiting) {
      if (!keysUnderWay.has(each.key) && !taken.has(each.key)) taken.set(each.key, each)
      if (taken.size === MOST) break
    }
    if (taken.size < least) return []
    for (const [key, each] of taken) {
      waiting.delete(each)
      keysUnderWay.add(key)
    }
    return [...taken.values()]
  }

  async function doNext(taken: readonly Waiting[]): Promise<void> {
    underWay += 1
    const ended = doTaken(taken).then(() => taken.forEach(({ key }) => keysUnderWay.delete(key)))
    await within(PATIENCE_MS, ended)
    underWay -= 1
    beginDue()
    await ended
    beginDue()
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
    waiting.add({ item, key: keyOf ? keyOf(item) : done, done })
    beginDue()
    return done.promise
  }
}
