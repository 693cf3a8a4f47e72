export type Delivery = {
  readonly url: string
  /** Stable over retries: receivers drop what they have seen. */
  readonly id: string
  readonly body: string
  readonly secret: string
  /** Signs beside the other one where a receiver may find either (Standard Webhooks). */
  readonly formerSecret: string | null
  readonly at: Date
}

/**
 * `gone` is the receiver's 410: it wants nothing more. `unanswered` had no answer when the time was over. `text` is how
 * the receiver's answer began, where it said anything.
 */
export type DeliveryAnswer =
  | { readonly is: 'acknowledged'; readonly status: number; readonly text?: string }
  | { readonly is: 'gone'; readonly text?: string }
  /** `status` is what the receiver answered with, where it answered. */
  | { readonly is: 'failed'; readonly why: string; readonly status?: number; readonly text?: string }
  | { readonly is: 'unanswered'; readonly why: string }

/** The partner's callback receiver. */
export type PartnerEndpoint = { deliver(delivery: Delivery): Promise<DeliveryAnswer> }
