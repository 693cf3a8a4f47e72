import type { Random } from '../Random.ts'
import type { Statement, StatementEntry } from './Statement.ts'
import {
  StatementDiffers,
  type Outcome,
  type StatementHold,
  type StatementLines,
  type StatementStore,
} from './StatementStore.ts'
import { takeEntries } from './takeEntries.ts'

export type Imported = {
  /** Lines in the statement. */
  readonly entries: number
  /** New lines that are an order's, or say that a payment of ours left. */
  readonly matched: number
  /** New lines whose money is owed to whoever sent it. */
  readonly owed: number
  readonly seenBefore: number
}

type Deps = { statements: StatementStore; random: Random; now: () => Date }

type EntryOutcome = Outcome | 'seen'

/** How many lines are one transaction: enough to be quick, few enough that orders do not wait for it. */
const LINES_AT_ONCE = 200

/**
 * Takes what a statement of our account says, each line once. Money that names one order and is in its currency is that
 * order's; nothing else is guessed.
 * @param input.hash SHA-256 of the file, the reason of everything that follows from it
 * @param input.by who brought the file in
 * @param input.progress called now and then with how many lines were taken
 * @throws StatementDiffers; the lines before it were taken, and are seen the next time
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
  const outcomes: EntryOutcome[] = []
  for (let start = 0; start < entries.length; start += LINES_AT_ONCE) {
    const lines = { iban, hash, by, entries: entries.slice(start, start + LINES_AT_ONCE) }
    outcomes.push(...(await takeTogether(deps, lines)))
    progress?.(outcomes.length)
  }
  const count = (kind: Outcome['is']) => outcomes.filter((each) => each !== 'seen' && each.is === kind).length
  return {
    entries: entries.length,
    matched: count('matched'),
    owed: count('owed'),
    seenBefore: outcomes.filter((each) => each === 'seen').length,
  }
}

/** Takes lines in one transaction, or one by one up to the one that cannot be taken. @throws StatementDiffers */
async function takeTogether(deps: Deps, lines: StatementLines): Promise<EntryOutcome[]> {
  try {
    return await take(deps, lines)
  } catch (error) {
    if (!(error instanceof StatementDiffers) || lines.entries.length === 1) throw error
    const outcomes: EntryOutcome[] = []
    for (const entry of lines.entries) outcomes.push(...(await take(deps, { ...lines, entries: [entry] })))
    return outcomes
  }
}

function take(deps: Deps, lines: StatementLines): Promise<EntryOutcome[]> {
  const { iban, hash } = lines
  const note = `Bank statement, SHA-256 ${hash}`
  return deps.statements.take(lines, (hold: StatementHold, fresh: readonly StatementEntry[]) =>
    takeEntries(deps, hold, { iban, entries: fresh, note }),
  )
}
