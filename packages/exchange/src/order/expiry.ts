import type { PayinGroup } from '@cambio/wire/Payment.ts'
import type { Quote } from '../price/Quote.ts'

/** How long an order waits for its money, milliseconds. */
const waitsMs: Readonly<Record<PayinGroup, number>> = {
  card: 60 * 60 * 1_000,
  balance: 10 * 60 * 1_000,
  sepa: 3 * 24 * 60 * 60 * 1_000,
}

/** When an order that begins to wait for its money now lapses. */
export function expiryOf({ payinGroup }: Quote, now: Date): Date {
  return new Date(now.getTime() + waitsMs[payinGroup])
}
