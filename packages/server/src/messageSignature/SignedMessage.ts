/** A request as it has to be looked at to check what signs the whole of it. */
export type SignedMessage = {
  readonly method: string
  /** As the sender addressed it, whatever stands between. */
  readonly url: URL
  readonly headers: Headers
  /** The bytes as they were received. */
  readonly body: Uint8Array
}
