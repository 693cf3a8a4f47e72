/** Does work in its turn, for one share of the line. @throws the error of `refuse` where the line is full */
export type FairLine = <Result>(share: string, work: () => Promise<Result>) => Promise<Result>

/**
 * A queue for work that is limited in concurrency. A share with much work delays only itself: whenever a place is free,
 * the waiting shares take turns, each with its oldest piece of work. The queue is bounded, so that waiting work can be
 * done before its caller gives up.
 */
export function fairLine(input: {
  /** How many pieces of work may run at once. */
  readonly atOnce: number
  /** How many of these one share may have; by default all of them, while no other waits. */
  readonly each?: number
  /** How many pieces of one share may wait. */
  readonly mostWaiting: number
  readonly refuse: () => Error
}): FairLine {
  const { atOnce, each = atOnce, mostWaiting, refuse } = input
  /** Every share that has work, the next one first. */
  const shares = new Map<string, Share>()
  let underWay = 0

  function begin(): void {
    for (const [name, share] of shares) {
      if (underWay >= atOnce) return
      if (share.underWay >= each) continue
      const start = share.waiting.shift()
      if (!start) continue
      // It goes behind all others.
      shares.delete(name)
      shares.set(name, share)
      share.underWay += 1
      underWay += 1
      start()
    }
  }

  return async (name, work) => {
    const share = shares.get(name) ?? { underWay: 0, waiting: [] }
    if (share.waiting.length >= mostWaiting) throw refuse()
    shares.set(name, share)
    await new Promise<void>((resolve) => {
      share.waiting.push(resolve)
      begin()
    })
    try {
      return await work()
    } finally {
      share.underWay -= 1
      underWay -= 1
      if (share.underWay === 0 && share.waiting.length === 0) shares.delete(name)
      begin()
    }
  }
}

type Share = { underWay: number; readonly waiting: (() => void)[] }
