import type { Signer } from './hash.ts'

/** Who the exchange is to the card platform, and where the two find each other. Addresses end without a slash. */
export type MerchantAccount = Signer & {
  readonly paymentUrl: string
  readonly clientKey: string
  /** The exchange's own address: challenges come back to it, and its pages hold the card form. */
  readonly baseUrl: string
  readonly fetch: typeof globalThis.fetch
  /** Told when the platform does not take what the password signed. */
  readonly passwordRefused?: () => void
  /** What the whole of each message is signed with, both ways; null: the protocol's own hash is enough. */
  readonly signing: Signing | null
}

/** What signs messages as a whole (RFC 9421, HMAC-SHA256). */
export type Signing = {
  /** The secret, and the one that takes its place while it does: by both we sign, and either will do from outside. */
  readonly secrets: readonly Uint8Array[]
  readonly now: () => Date
  readonly nonce: () => string
}
