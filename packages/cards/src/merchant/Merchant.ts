import type { SignatureKey } from '@cambio/server/messageSignature/SignatureKey.ts'
import type { Signer } from '../protocol/hash.ts'
import type { OptionalField } from '../protocol/requests.ts'

/** A customer of the platform. The password is unsealed for the one call that needs it and printed nowhere. */
export type Merchant = {
  /** The client_key. */
  readonly id: string
  readonly name: string
  readonly descriptor: string
  /** A live merchant's cards are real: test cards and the sandbox are not for it. */
  readonly mode: 'test' | 'live'
  /** Who takes its cards, by name. */
  readonly acquirer: string
  readonly signer: Signer
  /** By the password before, while requests may still be signed with that. */
  readonly formerSigner: Signer | null
  readonly notificationUrl: string | null
  /** How long after the hold it is captured; null: by the CAPTURE action only. */
  readonly captureDelayMs: number | null
  readonly tokenization: boolean
  readonly ipAllow: readonly string[] | null
  /** Null: as many as the platform lets any merchant. */
  readonly salesPerSecond: number | null
  readonly salesPerMinute: number | null
  /** How many declined SALEs one payer, by e-mail address or network, may have; null: any number. */
  readonly declinesPerHour: number | null
  readonly declinesPerDay: number | null
  /** Payer details that its client need not send. */
  readonly optionalFields: readonly OptionalField[]
  /**
   * What signs the whole of its every message: its key first, and the one before while that still holds. None: the
   * protocol's own hash is enough.
   */
  readonly signatureKeys: readonly SignatureKey[]
  readonly blocked: boolean
}
