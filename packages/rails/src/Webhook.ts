import type { NoticeSource } from '@cambio/exchange/notice/Notice.ts'

/** An address of the exchange, `/notices/<source>`, that a provider calls. */
export type Webhook = {
  readonly source: NoticeSource
  /** Verifies a call by the provider's own rule, and returns what to file and what to answer. */
  receive(call: { readonly headers: Headers; readonly body: Uint8Array }): Promise<Received>
}

export type Received = {
  /** The references that have changed. Empty where the call was not verified, or names nothing that we follow. */
  readonly references: readonly string[]
  /** Sent once every reference is filed. */
  readonly answer: { readonly status: 200 | 400 | 401 | 403; readonly body: string }
}
