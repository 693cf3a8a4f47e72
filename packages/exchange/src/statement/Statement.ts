import type { Money } from '@cambio/wire/Money.ts'

/** What a bank says of an account: what came and what left, oldest first. */
export type Statement = { readonly iban: string; readonly entries: readonly StatementEntry[] }

/** One line of a statement that the bank has booked. */
export type StatementEntry = {
  /** The bank's own: the same line has the same in every statement of the account. */
  readonly reference: string
  readonly side: 'credit' | 'debit'
  readonly amount: Money
  /** The day it was booked, as the bank writes it. */
  readonly bookedOn: string | null
  /** Whether it takes an earlier one back. */
  readonly isReturn: boolean
  /** What whoever ordered the payment called it. */
  readonly endToEndId: string | null
  /** What the payer wrote, its lines joined by line breaks. */
  readonly remittance: string
  /** The other side, as far as the bank says it. */
  readonly party: { readonly name: string | null; readonly iban: string | null }
}
