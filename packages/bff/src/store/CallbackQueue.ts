import type {
  CallbackDelivery,
  CallbackLease,
  CallbackOutcome,
} from '@cambio/exchange/callback/CallbackDelivery.ts'

/** What a process takes in hand: for each partner no more than its endpoint has room for. */
export type LeaseRequest = {
  readonly at: Date
  readonly lease: CallbackLease
  /** Rows at most that are taken for their own sake; those that follow them in their order come along. */
  readonly most: number
  /** Room of the endpoints that are not in `rooms`. */
  readonly room: number
  readonly rooms: ReadonlyMap<string, number>
}

/** Of one order what can follow each other, in its order. */
export type CallbackChain = { readonly partnerId: string; readonly deliveries: readonly CallbackDelivery[] }

/** What became of a callback in hand. */
export type Settled = Pick<CallbackDelivery, 'key' | 'attempt'> & { readonly outcome: CallbackOutcome }

/** Callbacks that wait to go out. What is in a process's hands is leased, and free again when the lease runs out. */
export type CallbackQueue = {
  /** Takes what is due. */
  lease(request: LeaseRequest): Promise<readonly CallbackChain[]>
  /** Keeps in hand what is worked on still. */
  renew(deliveries: readonly CallbackDelivery[], until: Date): Promise<void>
  /** Says whether others of their orders became due by it. */
  settle(settled: readonly Settled[], at: Date): Promise<boolean>
}
