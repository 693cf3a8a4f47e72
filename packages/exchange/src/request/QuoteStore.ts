import type { Quote } from '../price/Quote.ts'

export type StoredQuote = {
  readonly id: string
  readonly requestId: string
  /** The client that it was made for; null where the buyer had not signed in yet. */
  readonly clientId: string | null
  readonly quote: Quote
  readonly coupon: string | null
  /** Whether it charges no service fee because the order would be the client's first. */
  readonly asFirst: boolean
  readonly expiresAt: Date
}

export type QuoteStore = {
  keep(quote: StoredQuote): Promise<void>
  find(id: string): Promise<StoredQuote | undefined>
}
