import type { Signer } from './hash.ts'

/** The exchange's account as a merchant of the card platform, and their addresses, which end without a slash. */
export type MerchantAccount = Signer & {
  readonly paymentUrl: string
  readonly clientKey: string
  /** The exchange's own address: buyers return to it after a challenge, and its pages embed the card form. */
  readonly baseUrl: string
  readonly fetch: typeof globalThis.fetch
  /** Called when the platform refuses a signature by this password. */
  readonly passwordRefused?: () => void
  /** Signs each message as a whole, in both directions. Null: the protocol's own hash is enough. */
  readonly signing: Signing | null
}

/** What signs messages as a whole (RFC 9421, HMAC-SHA256). */
export type Signing = {
  /**
   * The secret, and while it is being replaced the next one too. We sign with both, and accept either from the
   * platform.
   */
  readonly secrets: readonly Uint8Array[]
  readonly now: () => Date
  readonly nonce: () => string
}
