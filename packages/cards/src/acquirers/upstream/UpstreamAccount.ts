import type { Signer } from '../../protocol/hash.ts'

/** This platform's merchant account at another platform of the same protocol. The account must capture manually. */
export type UpstreamAccount = {
  /** The other platform's address, without a slash at its end. */
  readonly url: string
  readonly clientKey: string
  readonly signer: Signer
}
