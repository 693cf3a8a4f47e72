import type { Journal } from '../../books/Journal.ts'
import { bookEntries } from '../../payin/transfer/statement/bookEntries.ts'
import { nameInBooks } from '../../payin/transfer/statement/lineName.ts'
import { repeatDecided } from '../../payin/transfer/statement/repeatDecided.ts'
import type { BankLine } from '../../payin/transfer/statement/Statement.ts'
import type { Outcome as LineOutcome } from '../../payin/transfer/statement/StatementStore.ts'
import type { Random } from '../../Random.ts'
import { act, type By, type DoneAct, type OperatorDeps, type Outcome } from '../act.ts'
import type { BankLines, DecidedLine } from './BankLines.ts'

type Parts = {
  readonly lines: BankLines
  readonly post: (journals: readonly Journal[]) => Promise<void>
  readonly random: Random
  readonly now: () => Date
}

type AboutLine = By & { readonly line: string }

/** No possible repeat of this name waits for the operator. Nothing was written. */
export type RepeatRefusal = { readonly is: 'refused'; readonly code: 'no_open_repeat' }

/** A line that was not a repeat, with its outcome as a new line. */
type Booked = { readonly line: BankLine; readonly outcome: Pick<LineOutcome, 'is' | 'orderId'> }

/** The operator decides that a possible repeat is not one: it is processed like any new line. */
export function bookLine(
  deps: OperatorDeps<Parts>,
  { line: name, ...by }: AboutLine,
): Promise<Outcome<Booked, RepeatRefusal>> {
  return act(deps, by, async (parts): Promise<DoneAct<Booked> | RepeatRefusal> => {
    const decided = await decide(parts, name, 'booked')
    if (!decided) return { is: 'refused', code: 'no_open_repeat' }
    const { iban, line } = decided
    const outcome = await parts.lines.take(decided, (locked, entries) =>
      bookEntries(parts, locked, { iban, entries, note: by.reason }),
    )
    const done = { line, outcome: outcome ?? { is: 'owed' as const, orderId: null } }
    return { is: 'done', done, act: 'book', about: { is: 'bank_line', line: name } }
  })
}

/** The operator decides that a possible repeat is one: it is removed from the books. */
export function dismissLine(
  deps: OperatorDeps<Parts>,
  { line: name, ...by }: AboutLine,
): Promise<Outcome<BankLine, RepeatRefusal>> {
  return act(deps, by, async (parts): Promise<DoneAct<BankLine> | RepeatRefusal> => {
    const decided = await decide(parts, name, 'dismissed')
    if (!decided) return { is: 'refused', code: 'no_open_repeat' }
    return { is: 'done', done: decided.line, act: 'dismiss', about: { is: 'bank_line', line: name } }
  })
}

/** Reverses the line's entry as a possible repeat, as if it had never been received. */
async function decide(
  { lines, post }: Parts,
  name: string,
  is: 'booked' | 'dismissed',
): Promise<DecidedLine | undefined> {
  const decided = await lines.decide(name, is)
  if (decided) await post([repeatDecided(nameInBooks(decided.iban, decided.line.reference), decided.line)])
  return decided
}
