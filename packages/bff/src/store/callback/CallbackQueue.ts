import type {
  CallbackDelivery,
  CallbackLease,
  CallbackOutcome,
  DeliveryAttempt,
} from '@cambio/exchange/callback/CallbackDelivery.ts'

/** A process's request for callbacks to deliver: at most the capacity of each endpoint. */
export type LeaseRequest = {
  readonly at: Date
  readonly lease: CallbackLease
  /** How many due rows are leased at most; those that follow them in their order are added. */
  readonly most: number
  /** Capacity of the endpoints that are not in `capacities`. */
  readonly capacity: number
  readonly capacities: ReadonlyMap<string, number>
}

/**
 * Callbacks of one order that may be delivered to one endpoint, one after the other, in that order. An endpoint has the id
 * of its partner, where it is the one in the partner's own row, or an id of its own.
 */
export type CallbackChain = { readonly receiverId: string; readonly deliveries: readonly CallbackDelivery[] }

/** The outcome of an attempt to deliver a callback. */
export type Settled = Pick<CallbackDelivery, 'key' | 'createdAt' | 'attempt'> & {
  readonly outcome: CallbackOutcome
  /** Whether the next one of its order is sent as soon as this is written, which then has to outlast a crash. */
  readonly isFollowed: boolean
  /** The attempt with the endpoint's answer, to be stored; null if nothing was sent. */
  readonly made: DeliveryAttempt | null
}

/** Callbacks that wait for delivery. A process leases those that it delivers; an expired lease frees them. */
export type CallbackQueue = {
  /** Leases the callbacks that are due. */
  lease(request: LeaseRequest): Promise<readonly CallbackChain[]>
  /** Renews the leases of deliveries that are still under way. */
  renew(deliveries: readonly CallbackDelivery[], until: Date): Promise<void>
  /** Writes outcomes; true if this made other callbacks of these orders due. */
  settle(settled: readonly Settled[], at: Date): Promise<boolean>
}
