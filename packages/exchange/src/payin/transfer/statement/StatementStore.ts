import type { Money } from '@cambio/wire/Money.ts'
import type { Journal } from '../../../books/Journal.ts'
import type { OrderStore } from '../../../order/OrderStore.ts'
import type { BankLine, StatementEntry } from './Statement.ts'

/**
 * The outcome of a line: it is an order's, it is owed to its sender, or the operator's own books explain it. A possible
 * repeat counts as owed, whichever way its money went, until the operator decides.
 */
export type Outcome = {
  readonly is: 'matched' | 'owed' | 'by_hand'
  readonly orderId: string | null
  readonly ofPayment?: OfPayment
  readonly mayRepeat?: true
}

/**
 * What a line reports about our payment with its EndToEndId: that it left, that it was returned, or nothing, since it
 * does not match. The payment is in the state after the lines before.
 */
export type OfPayment = { readonly is: 'left' | 'came_back' | 'mismatched'; readonly payment: BankPayment }

/** A line that was not imported before, under the name by which it is stored. */
export type NewLine = BankLine & {
  /** Whether it equals a line of another statement and has no reference of the bank's. */
  readonly mayRepeat: boolean
}

/** The outcome of a line in an import: `seen` was already imported and changed nothing. */
export type LineOutcome =
  | { readonly is: 'seen' }
  | { readonly is: 'taken'; readonly line: BankLine; readonly outcome: Outcome }

/** Lines of one account with their source. */
export type StatementLines = {
  readonly iban: string
  readonly entries: readonly StatementEntry[]
  /** SHA-256 of the file. */
  readonly hash: string
  /** Who imported it. */
  readonly by: string
}

export type StatementStore = {
  /**
   * Imports the lines that were never seen before. Their effects and the record that they were seen are one
   * transaction.
   * @param work returns the outcome of each new line, in order
   * @returns the outcome of each line
   */
  take(
    lines: StatementLines,
    work: (locked: LockedStatements, fresh: readonly NewLine[]) => Promise<readonly Outcome[]>,
  ): Promise<LineOutcome[]>
  /** The ids among the given ones that are orders paid by bank transfer. */
  transferOrders(ids: readonly string[]): Promise<ReadonlySet<string>>
}

/** What a transaction that imports lines may do. */
export type LockedStatements = {
  readonly orders: Pick<OrderStore, 'find' | 'save'>
  transferOrders: StatementStore['transferOrders']
  /**
   * Credits of the account: those with this EndToEndId, and those with some references. No other transaction can search
   * for them until this one ends.
   */
  credits(wanted: {
    readonly endToEndId: string | null
    readonly references: readonly string[]
  }): Promise<readonly CreditLine[]>
  /** What is still owed for a line without an order, by its name in the books; zero where nothing is. */
  owedFor(line: string, currency: string): Promise<bigint>
  /** Our payments with these EndToEndIds, locked until the transaction ends. */
  payments(endToEndIds: readonly string[]): Promise<readonly BankPayment[]>
  savePayments(payments: readonly BankPayment[]): Promise<void>
  post(journals: readonly Journal[]): Promise<void>
}

/** A credit. */
export type CreditLine = Pick<BankLine, 'reference' | 'amount' | 'endToEndId'> & {
  /** The order that it was matched to; null for none, or where it was imported in this transaction. */
  readonly orderId: string | null
}

/** A payment that we ordered. */
export type BankPayment = {
  /** Its EndToEndId. */
  readonly id: string
  readonly purpose: PaymentPurpose
  readonly amount: Money
  /** Whether the bank may know it: it is in a file, or a statement has named it. */
  readonly isWithBank: boolean
  /** Whether a statement has reported that it left our account. */
  readonly hasLeft: boolean
  /** Whether a statement has reported that it was returned. */
  readonly hasReturned: boolean
  /** Whether a bank rejected it: later lines with its id are not about it. */
  readonly isRejected: boolean
}

/** The purpose of our payment. */
export type PaymentPurpose =
  /** The refund of one of an order's transfers to its payer. */
  | { readonly is: 'refund'; readonly orderId: string; readonly number: number }
  /** The pay-out of an order. */
  | { readonly is: 'payout'; readonly orderId: string }
  /** A part of a partner's balance. */
  | { readonly is: 'settlement'; readonly partnerId: string }
