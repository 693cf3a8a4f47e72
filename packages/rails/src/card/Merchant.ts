import type { Signer } from './hash.ts'

/** Who the exchange is to the card platform, and where the two find each other. Addresses end without a slash. */
export type Merchant = Signer & {
  readonly paymentUrl: string
  readonly clientKey: string
  /** The exchange's own address: challenges come back to it, and its pages hold the card form. */
  readonly baseUrl: string
  readonly fetch: typeof globalThis.fetch
}
