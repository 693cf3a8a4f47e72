import type { Money } from '@cambio/wire/Money.ts'

/** A payment that a bank is asked to make. */
export type OrderedPayment = {
  /** Its EndToEndId. */
  readonly id: string
  readonly amount: Money
  readonly name: string
  readonly iban: string
  readonly remittance: string
}

/**
 * A payment that is in no file yet, with its purpose: the pay-out of an order, the refund of one of its transfers, or
 * neither.
 */
export type DuePayment = OrderedPayment & {
  readonly orderId: string | null
  readonly transferNumber: number | null
}
