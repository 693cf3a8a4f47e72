import type { KeyObject, X509Certificate } from 'node:crypto'

/** What the platform takes Apple Pay with. Only the sandbox plays it so far, with keys and certificates of its own. */
export type ApplePay = {
  readonly environment: 'simulated'
  /** The merchant's identifier at Apple, such as `merchant.com.example`: a token is encrypted for it alone. */
  readonly merchantIdentifier: string
  /** The keys that tokens are encrypted to; more than one while one takes the other's place. */
  readonly privateKeys: readonly KeyObject[]
  /** The root to which the certificate has to lead that a token is signed with. */
  readonly root: X509Certificate
}
