import type { Signer } from '../../protocol/hash.ts'

/** This platform's merchant account at another platform of the same protocol. It has to capture by hand. */
export type UpstreamAccount = {
  /** The other platform's address, without a slash at its end. */
  readonly url: string
  readonly clientKey: string
  readonly signer: Signer
}
