/** A callback that this process is delivering, with its address. */
export type CallbackDelivery = {
  /** Its row in its queue. */
  readonly key: string
  /** Stable over retries: receivers drop what they have seen. */
  readonly id: string
  readonly body: string
  /** Null where the partner has no endpoint, or its endpoint answered that it wants no more. */
  readonly url: string | null
  readonly secret: string
  /** The secret before the last change, while signatures by it are still sent. */
  readonly formerSecret: string | null
  /** 1 for the first. */
  readonly attempt: number
}

/** What became of an attempt. */
export type CallbackOutcome =
  | { readonly is: 'acknowledged' }
  /** Due again then; null gives it up, visible to the operator. */
  | { readonly is: 'failed'; readonly why: string; readonly due: Date | null }
  /** The receiver wants nothing more. */
  | { readonly is: 'gone' }
  /** It was not tried, since an earlier one of its order has to come first. */
  | { readonly is: 'unsent' }

/** One attempt to deliver, as its partner may read it. */
export type DeliveryAttempt = {
  readonly at: Date
  readonly durationMs: number
  /** What the receiver answered with; null where it did not answer. */
  readonly status: number | null
  /** Why it failed; null where it did not. */
  readonly why: string | null
  /** How the receiver's answer began; null where it said nothing. */
  readonly text: string | null
}

/** Until when a callback belongs to one process, and the lock that this process holds while it lives. */
export type CallbackLease = { readonly until: Date; readonly leaseOwner: number | null }

/**
 * The deliveries of this process. Where it has a free slot, new callbacks are written as leased by it, so that they go
 * out at once and no process has to find them in the queue.
 */
export type CallbackSlots = {
  /** Reserves a slot for callbacks that are being written; null where none is free, and they wait in the queue. */
  reserve(partnerId: string): CallbackSlot | null
}

/** A slot that is reserved for the callbacks of one order, which are written with its lease. */
export type CallbackSlot = CallbackLease & {
  /** Begins to deliver them, one after the other. */
  begin(deliveries: readonly CallbackDelivery[]): void
  /** Frees the slot: the callbacks were not written. */
  release(): void
}
