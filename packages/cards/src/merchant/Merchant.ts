import type { SignatureKey } from '@cambio/server/messageSignature/SignatureKey.ts'
import type { Wallet } from '../means/networkToken/NetworkToken.ts'
import type { Signer } from '../protocol/hash.ts'
import type { OptionalField } from '../protocol/requests.ts'

/** A customer of the platform. Its password is unsealed for one call and never printed. */
export type Merchant = {
  /** The client_key. */
  readonly id: string
  readonly name: string
  readonly descriptor: string
  /** A live merchant accepts real cards: no test cards, and not the sandbox. */
  readonly mode: 'test' | 'live'
  /** The name of its acquirer. */
  readonly acquirer: string
  readonly signer: Signer
  /** The signer with the former password, while that is still valid. */
  readonly formerSigner: Signer | null
  readonly notificationUrl: string | null
  /** How long after the hold the capture follows. Null: only on a CAPTURE request. */
  readonly captureDelayMs: number | null
  readonly tokenization: boolean
  /** The wallets that its card fields offer. */
  readonly wallets: readonly Wallet[]
  readonly ipAllow: readonly string[] | null
  /** Null: the platform's own limit. */
  readonly salesPerSecond: number | null
  readonly salesPerMinute: number | null
  /** How many declined SALEs one payer, by e-mail address or network, may have; null: any number. */
  readonly declinesPerHour: number | null
  readonly declinesPerDay: number | null
  /** Payer fields that its SALEs may leave out. */
  readonly optionalFields: readonly OptionalField[]
  /**
   * The keys with which each of its messages must be signed as a whole: the current one, then the former one while it
   * is valid. Empty: the protocol's hash is enough.
   */
  readonly signatureKeys: readonly SignatureKey[]
  readonly blocked: boolean
}
