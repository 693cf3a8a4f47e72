import type { Money } from '@cambio/wire/Money.ts'

/** A bank's statement of an account: credits and debits, oldest first. */
export type Statement = {
  readonly iban: string
  readonly entries: readonly StatementEntry[]
  /** What could not be read, and is not imported. */
  readonly unread: readonly Unread[]
  /** Entries that the bank has not booked yet, or that move nothing. */
  readonly leftOut: number
}

/** A part of a file that could not be read. */
export type Unread = {
  /** Its place in the file, for a person. */
  readonly place: string
  /** What is wrong with it, as a sentence. */
  readonly reason: string
}

/** A booked line of a statement. */
export type BankLine = {
  /** Its name: the bank's own reference where there is one and no other line has it. */
  readonly reference: string
  readonly side: 'credit' | 'debit'
  readonly amount: Money
  /** The booking date, as the bank writes it. */
  readonly bookedOn: string | null
  /** Whether it reverses an earlier line. */
  readonly isReturn: boolean
  /** The text by which its payer identifies the payment. */
  readonly endToEndId: string | null
  /** What the payer wrote, its lines joined by line breaks. */
  readonly remittance: string
  /** Other texts that may name an order, in the order in which they are searched. */
  readonly otherTexts: readonly string[]
  /** The other party, as far as the bank reports it. */
  readonly party: { readonly name: string | null; readonly iban: string | null }
}

/** A line with what identifies it. */
export type StatementEntry = BankLine & {
  /** The same text in every statement that has this line, and unique within one statement. */
  readonly identity: string
  /** The identity of the entry that a line is one part of. */
  readonly wholeIdentity: string | null
  /** Whether the bank has given it a reference. Without one an equal line of another statement may be another payment. */
  readonly hasBankReference: boolean
  /** The index of its statement in the file, from 0. */
  readonly statement: number
  /** The line as earlier versions read and stored it; null where they stored none. */
  readonly formerly: StoredLine | null
}

/** What earlier versions compared of two lines with one reference. */
export type StoredLine = Omit<BankLine, 'isReturn' | 'party' | 'otherTexts'> & {
  readonly party: Pick<BankLine['party'], 'iban'>
}
