import type { Money } from '@cambio/wire/Money.ts'
import type { BankLine } from '../../payin/transfer/statement/Statement.ts'
import type { NewLine, Outcome, LockedStatements } from '../../payin/transfer/statement/StatementStore.ts'

/** Lines of bank statements that wait for the operator, in one transaction. Each goes by the name that the books know. */
export type BankLines = {
  /** Holds a line until the transaction ends, since a statement may take its money back. Says whether it may be a repeat. */
  lock(name: string): Promise<{ readonly mayRepeat: boolean }>
  /** What is owed for a line without an order; undefined where nothing is. */
  owedFor(name: string): Promise<Money | undefined>
  /** What left by a line as a payment that it does not fit and that nobody has seen to; undefined where nothing did. */
  mismatched(name: string): Promise<Money | undefined>
  /** Ends that a line may be a repeat; undefined where no such line waits for that. */
  decide(name: string, is: 'booked' | 'dismissed'): Promise<DecidedLine | undefined>
  /** Takes a line as new: what became of it is kept with it. */
  take(
    decided: DecidedLine,
    work: (locked: LockedStatements, fresh: readonly NewLine[]) => Promise<readonly Outcome[]>,
  ): Promise<Outcome | undefined>
}

/** A line that was a possible repeat, and the account that it is of. */
export type DecidedLine = { readonly iban: string; readonly line: BankLine }
