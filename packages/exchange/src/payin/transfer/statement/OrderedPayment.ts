import type { Money } from '@cambio/wire/Money.ts'

/** A payment that a bank is asked for. */
export type OrderedPayment = {
  /** Its EndToEndId. */
  readonly id: string
  readonly amount: Money
  readonly name: string
  readonly iban: string
  readonly remittance: string
}

/** A payment that no file has had yet, by what it is for: an order is paid out, one of its transfers goes back, or neither. */
export type DuePayment = OrderedPayment & {
  readonly orderId: string | null
  readonly transferNumber: number | null
}
