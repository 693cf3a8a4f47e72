import type { Money } from '@cambio/wire/Money.ts'

/**
 * A pay-in by bank transfer: what our account received under the order's reference. The first transfer buys its coins.
 */
export type TransferPayin = { readonly is: 'transfer'; readonly transfers: readonly Transfer[] }

/** The sender of a transfer, as far as the bank reports it; refunds go there. */
export type TransferPayer = { readonly name: string | null; readonly iban: string | null }

/**
 * One received transfer.
 *
 *   received ─► returning ─► returned
 *      │            │ ▲
 *      └──► owed ◄──┘ │
 *            ├────────┘
 *            └─► closed
 *
 * Our bank may charge back what it had booked, as `taken_back`. What it restores has its former state again, or is
 * owed.
 */
export type Transfer = {
  readonly number: number
  /** Our account and the bank's reference of its line: a transfer counts once, however often it is reported. */
  readonly entry: string
  readonly amount: Money
  readonly payer: TransferPayer
  /** When the exchange first read it in a statement; null where that was not recorded yet. */
  readonly seenAt: Date | null
  readonly state: 'received' | 'returning' | 'returned' | 'owed' | 'closed' | 'taken_back'
  /** What our bank charged back of it and restored; null where it never did. */
  readonly reversal: TransferReversal | null
}

/** Amounts are totals. */
export type TransferReversal = {
  readonly chargedBack: Money
  readonly restored: Money
  /**
   * Where the money was before: received for the order, returned to its payer, settled by hand, or here without being
   * the order's.
   */
  readonly from: 'received' | 'returned' | 'closed' | 'here'
}

/** What a bank's statement reports about an order's transfers. The note names the statement. */
export type TransferFact =
  | {
      readonly is: 'transfer_came'
      readonly entry: string
      readonly amount: Money
      readonly payer: TransferPayer
      readonly note: string
    }
  /** Money that was sent back has left our account. */
  | { readonly is: 'transfer_returned'; readonly number: number; readonly note: string }
  /** A refund was returned: its payer's bank refused it. */
  | { readonly is: 'transfer_bounced'; readonly number: number; readonly note: string }
  /** Our bank charged back the transfer, or a part of it, or restored some of that: in all, since it was received. */
  | {
      readonly is: 'transfer_taken_back' | 'transfer_given_again'
      readonly number: number
      readonly chargedBack: Money
      readonly restored: Money
      readonly note: string
    }

const facts: ReadonlySet<string> = new Set([
  'transfer_came',
  'transfer_returned',
  'transfer_bounced',
  'transfer_taken_back',
  'transfer_given_again',
] satisfies TransferFact['is'][])

/** Whether a fact about an order is one about its pay-in by bank transfer. */
export function isTransferFact(fact: { readonly is: string }): fact is TransferFact {
  return facts.has(fact.is)
}

/** @throws Error when there is no transfer of that number */
export function transferOf({ transfers }: TransferPayin, number: number): Transfer {
  const transfer = transfers.find((other) => other.number === number)
  if (!transfer) throw new Error(`There is no transfer ${number}`)
  return transfer
}
