import type { Money } from '@cambio/wire/Money.ts'
import type { BankLine } from '../../payin/transfer/statement/Statement.ts'
import type { NewLine, Outcome, LockedStatements } from '../../payin/transfer/statement/StatementStore.ts'

/**
 * Lines of bank statements that wait for the operator, in one transaction. Each is identified by its name in the books.
 */
export type BankLines = {
  /** Locks a line until the transaction ends, since a statement may reverse it. Says whether it may be a repeat. */
  lock(name: string): Promise<{ readonly mayRepeat: boolean }>
  /** The amount owed for a line without an order; undefined where nothing is. */
  owedFor(name: string): Promise<Money | undefined>
  /** What left by a mismatched line that the operator has not settled yet; undefined where nothing did. */
  mismatched(name: string): Promise<Money | undefined>
  /** Decides a possible repeat; undefined where no such line waits for that. */
  decide(name: string, is: 'booked' | 'dismissed'): Promise<DecidedLine | undefined>
  /** Processes a line as new, and stores the outcome with it. */
  take(
    decided: DecidedLine,
    work: (locked: LockedStatements, fresh: readonly NewLine[]) => Promise<readonly Outcome[]>,
  ): Promise<Outcome | undefined>
}

/** A line that was a possible repeat, and its account. */
export type DecidedLine = { readonly iban: string; readonly line: BankLine }
