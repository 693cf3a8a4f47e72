import type { Money } from '@cambio/wire/Money.ts'

/** The account that buyers send money to. */
export type BankAccount = { readonly beneficiary: string; readonly iban: string }

/** Money to return to its sender. */
export type TransferRefund = {
  /** Our id of this payment: ordering it twice pays once. */
  readonly id: string
  readonly orderId: string
  readonly number: number
  readonly amount: Money
  /** Null where the payer's bank did not report it. */
  readonly name: string | null
  readonly iban: string
}

/** The bank as the exchange needs it. Only its statements report what it did with our money. */
export type TransferRail = {
  readonly account: BankAccount
  /** Schedules the money for the next payment file. */
  refund(payment: TransferRefund): Promise<void>
}
