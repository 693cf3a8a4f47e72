import type { Random } from '../../../Random.ts'
import { bookEntries } from './bookEntries.ts'
import { ordersNamedIn } from './referredOrders.ts'
import type { BankLine, Statement, StatementEntry, Unread } from './Statement.ts'
import type { LineOutcome, Outcome, StatementLines, StatementStore } from './StatementStore.ts'

export type Imported = {
  /** Lines in the statement, with those that could not be read. */
  readonly entries: number
  /** New lines that are an order's, or report that a payment of ours left. */
  readonly matched: number
  /** New lines whose money is owed to their senders. */
  readonly owed: number
  readonly seenBefore: number
  /** The parts of the file that could not be read and were not imported. */
  readonly unread: readonly Unread[]
  /** Entries that the bank has not booked, or that move nothing; not counted as lines. */
  readonly leftOut: number
  /** New lines by which our bank charged back an order, or money of unknown origin. */
  readonly reversals: readonly Reversal[]
  /** New lines with the outcome of each, in order. */
  readonly taken: readonly ImportedLine[]
}

export type ImportedLine = { readonly line: BankLine; readonly outcome: Outcome }

/** Money that our bank charged back: from an order, or of unknown origin. */
export type Reversal = { readonly reference: string; readonly orderId: string | null }

type Deps = { statements: StatementStore; random: Random; now: () => Date }

/** How many lines one transaction imports: enough to be quick, and few enough that orders do not wait for it. */
const LINES_AT_ONCE = 200

/**
 * Imports a statement of our account, each line once. Money that names exactly one order and is in its currency is that
 * order's; nothing else is guessed.
 * @param input.hash SHA-256 of the file, the reason of everything that follows from it
 * @param input.by who imported the file
 * @param input.progress called now and then with the number of imported lines
 */
export async function importStatement(
  deps: Deps,
  input: {
    statement: Statement
    hash: string
    by: string
    progress?: ((lines: number) => void) | undefined
  },
): Promise<Imported> {
  const { statement, hash, by, progress } = input
  const { iban, entries, unread, leftOut } = statement
  const outcomes = new Map<StatementEntry, LineOutcome>()
  for (const together of await takenTogether(deps, entries)) {
    const became = await take(deps, { iban, hash, by, entries: together })
    together.forEach((entry, index) => {
      const outcome = became[index]
      if (outcome) outcomes.set(entry, outcome)
    })
    progress?.(outcomes.size)
  }
  const taken = entries.flatMap((entry) => {
    const became = outcomes.get(entry)
    return became?.is === 'taken' ? [became] : []
  })
  const count = (kind: Outcome['is']) => taken.filter(({ outcome }) => outcome.is === kind).length
  return {
    entries: entries.length + unread.length,
    matched: count('matched'),
    owed: count('owed'),
    seenBefore: entries.length - taken.length,
    unread,
    leftOut,
    reversals: taken.flatMap((line) => reversalOf(line) ?? []),
    taken,
  }
}

function reversalOf({ line, outcome }: ImportedLine): Reversal | undefined {
  const { reference } = line
  if (!isReversal(line)) return undefined
  if (outcome.is === 'by_hand') return outcome.ofPayment ? undefined : { reference, orderId: null }
  return outcome.is === 'matched' && outcome.orderId !== null
    ? { reference, orderId: outcome.orderId }
    : undefined
}

/** Whether a line reverses what our bank had booked before. */
function isReversal({ side, isReturn }: BankLine): boolean {
  return side === 'debit' && isReturn
}

/**
 * The lines of each transaction. Reversals are imported first, together with the lines of the file that they may be
 * about: an order must not buy coins with money that the same statement reverses.
 */
async function takenTogether(
  { statements }: Pick<Deps, 'statements'>,
  entries: readonly StatementEntry[],
): Promise<(readonly StatementEntry[])[]> {
  const reversals = entries.filter(isReversal)
  const others = entries.filter((entry) => !isReversal(entry))
  const named = reversals.flatMap((line) => ordersNamedIn(line, false))
  const orders = await statements.transferOrders(named)
  const names = new Set(reversals.flatMap(({ endToEndId }) => endToEndId ?? []))
  const isAbout = (line: StatementEntry) =>
    !line.isReturn &&
    ((line.endToEndId !== null && names.has(line.endToEndId)) ||
      (orders.size > 0 && ordersNamedIn(line, false).some((id) => orders.has(id))))
  const first = [...others.filter(isAbout), ...reversals]
  const rest = others.filter((entry) => !isAbout(entry))
  const chunks = Array.from({ length: Math.ceil(rest.length / LINES_AT_ONCE) }, (_, index) =>
    rest.slice(index * LINES_AT_ONCE, (index + 1) * LINES_AT_ONCE),
  )
  return first.length > 0 ? [first, ...chunks] : chunks
}

/** Imports lines in one transaction. */
function take(deps: Deps, lines: StatementLines): Promise<LineOutcome[]> {
  const { iban, hash } = lines
  const note = `Bank statement, SHA-256 ${hash}`
  return deps.statements.take(lines, (locked, fresh) =>
    bookEntries(deps, locked, { iban, entries: fresh, note }),
  )
}
