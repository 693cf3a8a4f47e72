import type { Money } from '@cambio/wire/Money.ts'

/** The account that buyers send money to. */
export type BankAccount = { readonly beneficiary: string; readonly iban: string }

/** Money that goes back to who sent it. */
export type TransferBack = {
  /** Our id of this payment; ordering it twice under it is paying once. */
  readonly id: string
  readonly orderId: string
  readonly number: number
  readonly amount: Money
  /** Null where the payer's bank did not say it. */
  readonly name: string | null
  readonly iban: string
}

/** The bank as the exchange needs it. What it did with our money is reported by its statements alone. */
export type TransferRail = {
  readonly account: BankAccount
  /** Has the money sent with the next payment file. */
  refund(payment: TransferBack): Promise<void>
}
