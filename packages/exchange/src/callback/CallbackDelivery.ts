/** A callback that this process is delivering, with its address. */
export type CallbackDelivery = {
  /** Its row in its queue. */
  readonly key: string
  /** Stable over retries, so that receivers can drop duplicates. */
  readonly id: string
  /** When it was written; of a withdrawal's code, when its order was placed. */
  readonly createdAt: Date
  readonly body: string
  /** Null where the partner has no endpoint, or its endpoint answered 410 (gone). */
  readonly url: string | null
  readonly secret: string
  /** The previous secret, while its signatures are still sent. */
  readonly formerSecret: string | null
  /** 1 for the first. */
  readonly attempt: number
}

/** The result of an attempt. */
export type CallbackOutcome =
  | { readonly is: 'acknowledged' }
  /** `due` is when to try again; null: given up, which the operator sees. */
  | { readonly is: 'failed'; readonly why: string; readonly due: Date | null }
  /** The receiver wants no more callbacks. */
  | { readonly is: 'gone' }
  /** Not tried, since an earlier callback of its order has to be delivered first. */
  | { readonly is: 'unsent' }

/** One delivery attempt, as its partner may read it. */
export type DeliveryAttempt = {
  readonly at: Date
  readonly durationMs: number
  /** The receiver's HTTP status; null where it did not answer. */
  readonly status: number | null
  /** Why it failed; null where it did not. */
  readonly why: string | null
  /** The beginning of the receiver's answer; null where it was empty. */
  readonly text: string | null
}

/** Until when one process owns a callback, and the lock that this process keeps while it lives. */
export type CallbackLease = { readonly until: Date; readonly leaseOwner: number | null }

/**
 * The deliveries of this process. While it has a free slot, it leases new callbacks as it writes them. They are sent at
 * once, and no process has to find them in the queue.
 */
export type CallbackSlots = {
  /** Reserves a slot for callbacks that are being written; null where none is free and they wait in the queue. */
  reserve(partnerId: string): CallbackSlot | null
}

/** A slot reserved for the callbacks of one order, which are written with its lease. */
export type CallbackSlot = CallbackLease & {
  /** Begins to deliver the callbacks, one after the other. */
  begin(deliveries: readonly CallbackDelivery[]): void
  /** Frees the slot: the callbacks were not written. */
  release(): void
}
