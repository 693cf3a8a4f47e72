import type { Random } from '../Random.ts'
import type { Statement, StatementEntry } from './Statement.ts'
import type { KeptLine, LineOutcome, StatementLines, StatementStore } from './StatementStore.ts'
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
}

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
  const outcomes: LineOutcome[] = []
  for (let start = 0; start < entries.length; start += LINES_AT_ONCE) {
    const lines = { iban, hash, by, entries: entries.slice(start, start + LINES_AT_ONCE) }
    outcomes.push(...(await take(deps, lines)))
    progress?.(outcomes.length)
  }
  const count = (kind: LineOutcome['is']) => outcomes.filter(({ is }) => is === kind).length
  return {
    entries: entries.length,
    matched: count('matched'),
    owed: count('owed'),
    seenBefore: count('seen'),
    differing: entries.flatMap((line, index) => {
      const outcome = outcomes[index]
      return outcome?.is === 'differs' ? [{ line, before: outcome.from }] : []
    }),
  }
}

/** Takes lines in one transaction. */
function take(deps: Deps, lines: StatementLines): Promise<LineOutcome[]> {
  const { iban, hash } = lines
  const note = `Bank statement, SHA-256 ${hash}`
  return deps.statements.take(lines, (hold, fresh) => takeEntries(deps, hold, { iban, entries: fresh, note }))
}
