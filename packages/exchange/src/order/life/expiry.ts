import type { PayinGroup } from '@cambio/wire/Group.ts'
import type { Quote } from '../../price/Quote.ts'

/** How long an order waits for its money, milliseconds. */
const waitsMs: Readonly<Record<PayinGroup, number>> = {
  card: 60 * 60 * 1_000,
  balance: 10 * 60 * 1_000,
  crypto: 15 * 60 * 1_000,
  sepa: 3 * 24 * 60 * 60 * 1_000,
}

/** How long a deposit's block may come after the order has lapsed, for the order's price to hold for it, milliseconds. */
const LATE_BLOCK_MS = 5 * 60 * 1_000

/** Until when an order waits to see a deposit, and until when its block may come at the order's price. */
export function depositWindow(createdAt: Date): { readonly seenUntil: Date; readonly priceUntil: Date } {
  const seenUntil = new Date(createdAt.getTime() + waitsMs.crypto)
  return { seenUntil, priceUntil: new Date(seenUntil.getTime() + LATE_BLOCK_MS) }
}

/** When an order that begins to wait for its money now lapses. */
export function expiryOf({ payinGroup }: Quote, now: Date): Date {
  return new Date(now.getTime() + waitsMs[payinGroup])
}
