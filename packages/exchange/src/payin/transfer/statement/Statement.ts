import type { Money } from '@cambio/wire/Money.ts'

/** What a bank says of an account: credits and debits, oldest first. */
export type Statement = {
  readonly iban: string
  readonly entries: readonly StatementEntry[]
  /** What could not be read: nothing of it is taken. */
  readonly unread: readonly Unread[]
  /** Entries that the bank has not booked yet, or that move nothing. */
  readonly leftOut: number
}

/** A part of a file that could not be read. */
export type Unread = {
  /** Where it stands in the file, for somebody who looks for it. */
  readonly place: string
  /** What is wrong with it, in a sentence. */
  readonly reason: string
}

/** What a line of a statement says that the bank has booked. */
export type BankLine = {
  /** Its name: the bank's own reference where there is one and no other line has it. */
  readonly reference: string
  readonly side: 'credit' | 'debit'
  readonly amount: Money
  /** The day it was booked, as the bank writes it. */
  readonly bookedOn: string | null
  /** Whether it takes an earlier one back. */
  readonly isReturn: boolean
  /** The text by which its payer identifies the payment. */
  readonly endToEndId: string | null
  /** What the payer wrote, its lines joined by line breaks. */
  readonly remittance: string
  /** Other texts that may name an order, in the order in which they are searched. */
  readonly otherTexts: readonly string[]
  /** The other side, as far as the bank says it. */
  readonly party: { readonly name: string | null; readonly iban: string | null }
}

/** A line with what tells it from others. */
export type StatementEntry = BankLine & {
  /** One text in every statement that has this line, and another for each line of one statement. */
  readonly identity: string
  /** The identity of the entry that a line is one part of. */
  readonly wholeIdentity: string | null
  /** Whether the bank has given it a reference. Without one an equal line of another statement may be another payment. */
  readonly hasBankReference: boolean
  /** Which statement of its file it stands in, from 0. */
  readonly statement: number
  /** As programs of before read and kept it; null where they kept none. */
  readonly formerly: KeptLine | null
}

/** What programs of before compared of two lines under one reference. */
export type KeptLine = Omit<BankLine, 'isReturn' | 'party' | 'otherTexts'> & {
  readonly party: Pick<BankLine['party'], 'iban'>
}
