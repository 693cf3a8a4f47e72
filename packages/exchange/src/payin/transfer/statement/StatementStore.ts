import type { Money } from '@cambio/wire/Money.ts'
import type { Journal } from '../../../books/Journal.ts'
import type { OrderStore } from '../../../order/OrderStore.ts'
import type { BankLine, StatementEntry } from './Statement.ts'

/**
 * What became of a line: it is an order's, it is owed to its sender, or it is explained by the operator's own books.
 * One that may be a repeat is owed, whichever way its money went, until the operator decides.
 */
export type Outcome = {
  readonly is: 'matched' | 'owed' | 'by_hand'
  readonly orderId: string | null
  readonly ofPayment?: OfPayment
  readonly mayRepeat?: true
}

/**
 * What a line says of our payment whose EndToEndId it has: that it left, or was returned, or nothing, since it does not
 * match. The payment is as the lines before had left it.
 */
export type OfPayment = { readonly is: 'left' | 'came_back' | 'mismatched'; readonly payment: BankPayment }

/** A line that was not taken before, under the name by which it is kept. */
export type NewLine = BankLine & {
  /** Whether it equals one of another statement and has no reference of the bank's own. */
  readonly mayRepeat: boolean
}

/** What became of a line in an import: `seen` was there already, and nothing was done with it. */
export type LineOutcome =
  | { readonly is: 'seen' }
  | { readonly is: 'taken'; readonly line: BankLine; readonly outcome: Outcome }

/** Lines of one account with where they come from. */
export type StatementLines = {
  readonly iban: string
  readonly entries: readonly StatementEntry[]
  /** SHA-256 of the file. */
  readonly hash: string
  /** Who brought it in. */
  readonly by: string
}

export type StatementStore = {
  /**
   * Takes those lines that were never seen before: what they change and that they were seen are one transaction.
   * @param work says what became of each of the new lines, in their order
   * @returns what became of each of the lines
   */
  take(
    lines: StatementLines,
    work: (locked: LockedStatements, fresh: readonly NewLine[]) => Promise<readonly Outcome[]>,
  ): Promise<LineOutcome[]>
  /** Those of some ids that are orders paid by bank transfer. */
  transferOrders(ids: readonly string[]): Promise<ReadonlySet<string>>
}

/** What one transaction that takes lines may do. */
export type LockedStatements = {
  readonly orders: Pick<OrderStore, 'find' | 'save'>
  transferOrders: StatementStore['transferOrders']
  /**
   * Credits of the account: those with this EndToEndId, and those of some references. No other transaction looks for
   * them until this one ends.
   */
  credits(wanted: {
    readonly endToEndId: string | null
    readonly references: readonly string[]
  }): Promise<readonly CreditLine[]>
  /** What is still owed for a line without an order, by its name in the books; zero where nothing is. */
  owedFor(line: string, currency: string): Promise<bigint>
  /** Those of our payments that are called so. Nobody else changes them until the transaction ends. */
  payments(endToEndIds: readonly string[]): Promise<readonly BankPayment[]>
  savePayments(payments: readonly BankPayment[]): Promise<void>
  post(journals: readonly Journal[]): Promise<void>
}

/** A credit. */
export type CreditLine = Pick<BankLine, 'reference' | 'amount' | 'endToEndId'> & {
  /** Whose it was found to be; null where it is nobody's, or was taken in this transaction. */
  readonly orderId: string | null
}

/** A payment that we ordered. */
export type BankPayment = {
  /** Its EndToEndId. */
  readonly id: string
  readonly purpose: PaymentPurpose
  readonly amount: Money
  /** Whether the bank may know of it: a file has had it, or a statement has named it. */
  readonly isWithBank: boolean
  /** Whether a statement has said that it left our account. */
  readonly hasLeft: boolean
  /** Whether a statement has said that it was returned. */
  readonly hasReturned: boolean
  /** Whether a bank did not take it: what comes under its id is not about it any more. */
  readonly isRejected: boolean
}

/** What a payment of ours is for. */
export type PaymentPurpose =
  /** One of an order's transfers goes back to its payer. */
  | { readonly is: 'refund'; readonly orderId: string; readonly number: number }
  /** An order is paid out. */
  | { readonly is: 'payout'; readonly orderId: string }
  /** A partner is paid a part of its balance. */
  | { readonly is: 'settlement'; readonly partnerId: string }
