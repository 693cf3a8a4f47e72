import { hasBankReference, isBatch, lineCents, type BankEntry } from './BankEntry.ts'

/** What an import is to answer. */
export type Expected = {
  entries: number
  matched: number
  owed: number
  seen_before: number
  unread: number
}

/** One line of a file, with what tells it from others of its world. */
type Line = {
  readonly key: string
  readonly cents: number
  readonly entry: BankEntry
  readonly names: readonly string[]
}

/** What becomes of the lines of files, in a model that knows which entries the bank means. */
export class ModelBooks {
  readonly #seen = new Map<string, Set<string>>()
  /** What was received and sent, in cents, by currency. */
  readonly bank = { EUR: 0, USD: 0 }
  /** What was received and sent without possible repeats, in cents, by currency. */
  readonly once = { EUR: 0, USD: 0 }
  repeats = 0
  /** What came for each order, in cents. */
  readonly paid: Record<'A' | 'B', number[]> = { A: [], B: [] }

  /** @param file the same for the same bytes */
  take(file: string, statements: readonly (readonly { key: number; entry: BankEntry }[])[]): Expected {
    const expected = { entries: 0, matched: 0, owed: 0, seen_before: 0, unread: 0 }
    for (const [index, entries] of statements.entries()) {
      const counts = new Map<number, number>()
      for (const { key, entry } of entries) {
        const nth = (counts.get(key) ?? 0) + 1
        counts.set(key, nth)
        if (isLeftOut(entry)) continue
        if (entry.odd !== 'nothing') {
          expected.entries += 1
          expected.unread += 1
        } else
          for (const line of linesOf(entry, `${key} ${nth}`))
            this.#takeLine(line, { place: `${file} ${index}`, expected })
      }
    }
    return expected
  }

  #takeLine(line: Line, { place, expected }: { place: string; expected: Expected }): void {
    const { key, cents, entry, names } = line
    expected.entries += 1
    const seen = this.#seen.get(key) ?? new Set()
    if (seen.has(place) || (seen.size > 0 && hasBankReference(entry))) {
      expected.seen_before += 1
      return
    }
    const isRepeat = seen.size > 0
    this.#seen.set(key, seen.add(place))
    const moved = entry.side === 'CRDT' ? cents : -cents
    this.bank[entry.currency] += moved
    if (isRepeat) {
      this.repeats += 1
      expected.owed += 1
      return
    }
    this.once[entry.currency] += moved
    if (entry.side === 'DBIT') return
    const [name, another] = names
    if ((name === 'A' || name === 'B') && another === undefined && entry.currency === 'EUR') {
      // What an order has not asked for goes back, and cannot where the bank does not say from which account it came.
      const isWanted = this.paid[name].length === 0
      this.paid[name].push(cents)
      if (isWanted || entry.shape !== 'no_details') expected.matched += 1
      else expected.owed += 1
    } else expected.owed += 1
  }
}

/** Of what is not booked yet nobody looks at the amount. */
function isLeftOut({ status, odd }: BankEntry): boolean {
  return status === 'pending' && odd !== 'direction' && odd !== 'status' && odd !== 'empty'
}

function linesOf(entry: BankEntry, key: string): Line[] {
  return lineCents(entry).map((cents, part) => {
    // What a bank says of a whole entry is not about one of its parts, nor about one of several that it does not tell.
    const isTold = isBatch(entry) ? part === 0 && entry.place !== 'AddtlNtryInf' : entry.shape !== 'NbOfTxs'
    return { key: `${key} ${part}`, cents, entry, names: isTold ? entry.names : [] }
  })
}
