export type Delivery = {
  readonly url: string
  /** Stable over retries, so that receivers can drop duplicates. */
  readonly id: string
  readonly body: string
  readonly secret: string
  /** A second secret that signs as well; a receiver accepts either signature (Standard Webhooks). */
  readonly formerSecret: string | null
  readonly at: Date
}

/**
 * `gone` is the receiver's 410: it wants no more callbacks. `unanswered` got no answer within the time limit. `text` is
 * the beginning of the receiver's answer, if it had a body.
 */
export type DeliveryAnswer =
  | { readonly is: 'acknowledged'; readonly status: number; readonly text?: string }
  | { readonly is: 'gone'; readonly text?: string }
  /** `status` is the receiver's HTTP status, where it answered. */
  | { readonly is: 'failed'; readonly why: string; readonly status?: number; readonly text?: string }
  | { readonly is: 'unanswered'; readonly why: string }

/** The partner's callback receiver. */
export type PartnerEndpoint = { deliver(delivery: Delivery): Promise<DeliveryAnswer> }
