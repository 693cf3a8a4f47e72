/** A callback in hand, with where it goes. */
export type CallbackDelivery = {
  /** What its queue knows it by. */
  readonly key: string
  /** Stable over retries: receivers drop what they have seen. */
  readonly id: string
  readonly body: string
  /** Null where the partner has none, or its endpoint asked for no more. */
  readonly url: string | null
  readonly secret: string
  /** What was signed with before, while that still holds. */
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

/** Until when something is in hand, and the process that has it, by the lock that says that it lives. */
export type CallbackLease = { readonly until: Date; readonly holder: number | null }

/**
 * Whoever delivers callbacks in this process. New ones are written as leased by it where it has a hand free, so that they
 * go out at once and nobody has to look for them.
 */
export type CallbackDesk = {
  /** A hand for callbacks of a partner that are written now; null: they wait until somebody takes them. */
  reserve(partnerId: string): CallbackHand | null
}

/** A hand that is kept free for callbacks of one order, which are written as leased by it. */
export type CallbackHand = CallbackLease & {
  /** Begins with them, in their order. */
  begin(deliveries: readonly CallbackDelivery[]): void
  /** They were not written. */
  release(): void
}
