import type { KeyObject, X509Certificate } from 'node:crypto'
import type { RequestMerchantSession } from './merchantSession.ts'

/** What the platform takes Apple Pay with. In `simulated` the sandbox plays the wallet; in `apple` it is Apple's own. */
export type ApplePay = {
  /** The merchant's identifier at Apple, such as `merchant.com.example`: a token is encrypted for it alone. */
  readonly merchantIdentifier: string
  /** The keys that tokens are encrypted to; more than one while one takes the other's place. */
  readonly privateKeys: readonly KeyObject[]
  /** The root to which the certificate has to lead that a token is signed with. */
  readonly root: X509Certificate
} & (
  | { readonly environment: 'simulated' }
  | {
      readonly environment: 'apple'
      /** Where payments are processed: two letters. */
      readonly country: string
      /** The hosts that are registered with Apple. On a page in any other tab its sheet does not open. */
      readonly domains: readonly string[]
      /** When the first of the certificates expires; from then on Apple Pay is not offered. */
      readonly expiresAt: Date
      readonly requestSession: RequestMerchantSession
    }
)
