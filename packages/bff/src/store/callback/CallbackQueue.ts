import type {
  CallbackDelivery,
  CallbackLease,
  CallbackOutcome,
  DeliveryAttempt,
} from '@cambio/exchange/callback/CallbackDelivery.ts'

/** Which callbacks a process takes to deliver: for each receiver no more than it can take. */
export type LeaseRequest = {
  readonly at: Date
  readonly lease: CallbackLease
  /** How many due rows are taken at most; those that follow them in the same order come along. */
  readonly most: number
  /** Capacity of the receivers that are not in `capacities`. */
  readonly capacity: number
  readonly capacities: ReadonlyMap<string, number>
}

/**
 * Callbacks of one order that may be delivered to one receiver, one after the other, in that order. A receiver has the id
 * of its partner, where it is the one in the partner's own row, or an id of its own.
 */
export type CallbackChain = { readonly receiverId: string; readonly deliveries: readonly CallbackDelivery[] }

/** What became of a callback that was being delivered. */
export type Settled = Pick<CallbackDelivery, 'key' | 'attempt'> & {
  readonly outcome: CallbackOutcome
  /** Whether the next one of its order is sent as soon as this is written, which then has to outlast a crash. */
  readonly isFollowed: boolean
  /** What the receiver made of it, to be kept; null where nothing was sent. */
  readonly made: DeliveryAttempt | null
}

/** Callbacks that wait to go out. A process leases those that it delivers; they are free again when the lease runs out. */
export type CallbackQueue = {
  /** Leases the callbacks that are due. */
  lease(request: LeaseRequest): Promise<readonly CallbackChain[]>
  /** Renews the leases of deliveries that are still under way. */
  renew(deliveries: readonly CallbackDelivery[], until: Date): Promise<void>
  /** Writes outcomes; true where others of the same orders became due by that. */
  settle(settled: readonly Settled[], at: Date): Promise<boolean>
}
