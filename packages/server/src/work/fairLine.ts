/** Does work in its turn, on behalf of one of those who share the line. @throws what `refuse` makes where the line is full */
export type FairLine = <Result>(share: string, work: () => Promise<Result>) => Promise<Result>

/**
 * A line for what only so many may do at once. Who comes with much work waits for it alone: whenever a place is free, the
 * shares that wait take it in turn, each with its own oldest piece of work. The line has an end, so that what waits
 * stays within what can be done before its caller has gone away.
 */
export function fairLine(input: {
  /** How many pieces of work go on at once. */
  readonly atOnce: number
  /** How many of these one share may have; left out: all of them, while nobody else waits. */
  readonly each?: number
  /** How many pieces of one share may wait. */
  readonly mostWaiting: number
  readonly refuse: () => Error
}): FairLine {
  const { atOnce, each = atOnce, mostWaiting, refuse } = input
  /** Every share that has work, the one whose turn it is first. */
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
