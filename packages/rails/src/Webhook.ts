import type { NoticeSource } from '@cambio/exchange/notice/Notice.ts'

/** An address under the exchange, `/notices/<source>`, that a provider calls of its own accord. */
export type Webhook = {
  readonly source: NoticeSource
  /** Verifies a call by the provider's own rule and says what to file and what to answer. */
  receive(call: { readonly headers: Headers; readonly body: Uint8Array }): Promise<Received>
}

export type Received = {
  /** What there is news of; nothing where the call was not verified, or tells nothing that is followed. */
  readonly references: readonly string[]
  /** Sent once every reference is filed. */
  readonly answer: { readonly status: 200 | 400 | 401 | 403; readonly body: string }
}
