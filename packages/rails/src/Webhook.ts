import type { NoticeSource } from '@cambio/exchange/notice/Notice.ts'

/** An address under the exchange, `/notices/<source>`, that a provider calls of its own accord. */
export type Webhook = {
  readonly source: NoticeSource
  /** Verifies a call by the provider's own rule and says what to file and what to answer. */
  receive(call: { readonly headers: Headers; readonly body: Uint8Array }): Promise<Received>
}

export type Received = {
  /** The references that have changed; none where the call was not verified, or names nothing that is followed. */
  readonly references: readonly string[]
  /** Sent once every reference is filed. */
  readonly answer: { readonly status: 200 | 400 | 401 | 403; readonly body: string }
}
