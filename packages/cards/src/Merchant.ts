import type { Signer } from './protocol/hash.ts'

/** A customer of the platform. The password is unsealed for the one call that needs it and printed nowhere. */
export type Merchant = {
  /** The client_key. */
  readonly id: string
  readonly name: string
  readonly descriptor: string
  /** A test merchant's cards go to the sandbox, a live one's to the configured acquirer. */
  readonly mode: 'test' | 'live'
  readonly signer: Signer
  readonly notificationUrl: string | null
  /** How long after the hold it is captured; null: by the CAPTURE action only. */
  readonly captureDelayMs: number | null
  readonly tokenization: boolean
  readonly ipAllow: readonly string[] | null
  readonly salesPerMinute: number | null
  readonly blocked: boolean
}
