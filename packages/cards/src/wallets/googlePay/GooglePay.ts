import type { KeyObject } from 'node:crypto'

/** What the platform takes Google Pay with. In `simulated` the sandbox plays the wallet; the other environments are Google's. */
export type GooglePay = {
  /** To whom tokens are encrypted: `merchant:<id>`, or `gateway:<name>` for a platform that Google knows as a gateway. */
  readonly recipientId: string
  /** The keys that tokens are encrypted to, the present one first; more than one while one takes the other's place. */
  readonly privateKeys: readonly [KeyObject, ...KeyObject[]]
  /** The keys that Google signs its signing keys with. */
  readonly rootKeys: readonly RootKey[]
} & (
  | { readonly environment: 'simulated' }
  | {
      readonly environment: 'TEST' | 'PRODUCTION'
      /** The id in Google's business console; null where none is needed, which is outside production. */
      readonly merchantId: string | null
      /** Where payments are processed: two letters. */
      readonly country: string
    }
)

export type RootKey = { readonly key: KeyObject; readonly expiresAt: Date | null }
