import type { Random } from '../Random.ts'
import type { Statement, StatementEntry } from './Statement.ts'
import type { KeptLine, LineOutcome, Outcome, StatementLines, StatementStore } from './StatementStore.ts'
import { referredOrders } from './referredOrders.ts'
import { takeEntries } from './takeEntries.ts'

export type Imported = {
  /** Lines in the statement. */
  readonly entries: number
  /** New lines that are an order's, or say that a payment of ours left. */
  readonly matched: number
  /** New lines whose money is owed to whoever sent it. */
  readonly owed: number
  readonly seenBefore: number
  /** Lines that were not taken, each with what had stood under its reference before. */
  readonly differing: readonly Difference[]
  /** New lines by which our bank took money back from an order, or from whom nobody can say. */
  readonly reversals: readonly Reversal[]
  /** New lines with what became of each, in their order. */
  readonly taken: readonly TakenLine[]
}

export type TakenLine = { readonly line: StatementEntry; readonly outcome: Outcome }

/** Money that our bank took back: from an order, or nobody can say from whom. */
export type Reversal = { readonly reference: string; readonly orderId: string | null }

export type Difference = { readonly line: StatementEntry; readonly before: KeptLine }

type Deps = { statements: StatementStore; random: Random; now: () => Date }

/** How many lines are one transaction: enough to be quick, few enough that orders do not wait for it. */
const LINES_AT_ONCE = 200

/**
 * Takes what a statement of our account says, each line once. Money that names one order and is in its currency is that
 * order's; nothing else is guessed. A line that differs from one that was taken under its reference is left out.
 * @param input.hash SHA-256 of the file, the reason of everything that follows from it
 * @param input.by who brought the file in
 * @param input.progress called now and then with how many lines were taken
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
  const { iban, entries } = statement
  const outcomes = new Map<StatementEntry, LineOutcome>()
  for (const together of await takenTogether(deps, entries)) {
    const became = await take(deps, { iban, hash, by, entries: together })
    together.forEach((entry, index) => {
      const outcome = became[index]
      if (outcome) outcomes.set(entry, outcome)
    })
    progress?.(outcomes.size)
  }
  const count = (kind: LineOutcome['is']) => [...outcomes.values()].filter(({ is }) => is === kind).length
  return {
    entries: entries.length,
    matched: count('matched'),
    owed: count('owed'),
    seenBefore: count('seen'),
    differing: entries.flatMap((line) => {
      const outcome = outcomes.get(line)
      return outcome?.is === 'differs' ? [{ line, before: outcome.from }] : []
    }),
    reversals: entries.flatMap((line) => reversalOf(line, outcomes.get(line)) ?? []),
    taken: entries.flatMap((line) => {
      const outcome = outcomes.get(line)
      return outcome === undefined || outcome.is === 'seen' || outcome.is === 'differs'
        ? []
        : [{ line, outcome }]
    }),
  }
}

function reversalOf(line: StatementEntry, outcome: LineOutcome | undefined): Reversal | undefined {
  const { reference } = line
  if (!isReversal(line)) return undefined
  if (outcome?.is === 'by_hand') return outcome.ofPayment ? undefined : { reference, orderId: null }
  return outcome?.is === 'matched' && outcome.orderId !== null
    ? { reference, orderId: outcome.orderId }
    : undefined
}

/** Whether our bank takes back by a line what it had booked before. */
function isReversal({ side, isReturn }: StatementEntry): boolean {
  return side === 'debit' && isReturn
}

/**
 * The lines of each transaction. What our bank takes back is taken first, together with the lines of the file that it may
 * be about: an order must not buy coins for what the same statement says is gone.
 */
async function takenTogether(
  { statements }: Pick<Deps, 'statements'>,
  entries: readonly StatementEntry[],
): Promise<(readonly StatementEntry[])[]> {
  const reversals = entries.filter(isReversal)
  const others = entries.filter((entry) => !isReversal(entry))
  const named = reversals.flatMap(({ remittance }) => referredOrders(remittance))
  const orders = await statements.transferOrders(named)
  const names = new Set(reversals.flatMap(({ endToEndId }) => endToEndId ?? []))
  const isAbout = ({ endToEndId, remittance, isReturn }: StatementEntry) =>
    !isReturn &&
    ((endToEndId !== null && names.has(endToEndId)) ||
      (orders.size > 0 && referredOrders(remittance).some((id) => orders.has(id))))
  const first = [...others.filter(isAbout), ...reversals]
  const rest = others.filter((entry) => !isAbout(entry))
  const chunks = Array.from({ length: Math.ceil(rest.length / LINES_AT_ONCE) }, (_, index) =>
    rest.slice(index * LINES_AT_ONCE, (index + 1) * LINES_AT_ONCE),
  )
  return first.length > 0 ? [first, ...chunks] : chunks
}

/** Takes lines in one transaction. */
function take(deps: Deps, lines: StatementLines): Promise<LineOutcome[]> {
  const { iban, hash } = lines
  const note = `Bank statement, SHA-256 ${hash}`
  return deps.statements.take(lines, (hold, fresh) => takeEntries(deps, hold, { iban, entries: fresh, note }))
}
