/** A request, with what is needed to check a signature of all of it. */
export type SignedMessage = {
  readonly method: string
  /** As the sender addressed it, whatever proxies are between. */
  readonly url: URL
  readonly headers: Headers
  /** The bytes as they were received. */
  readonly body: Uint8Array
}
