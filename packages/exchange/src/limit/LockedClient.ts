import type { Client } from '../client/Client.ts'
import type { DocumentData } from '../client/DocumentData.ts'
import type { Order } from '../order/Order.ts'
import type { OrderStore } from '../order/OrderStore.ts'
import type { ReviewStore } from './ReviewStore.ts'
import type { VerificationStore } from './VerificationStore.ts'

/** What one transaction that holds the client's row may do. */
export type LockedClient = {
  readonly client: Client
  /** Pay-ins of the client's finished and in-flight orders since then, EUR cents, one order left out. */
  turnoverEurCents(since: Date, exceptOrderId: string): Promise<bigint>
  /**
   * What other clients that belong to the same person have paid in since then, EUR cents, as far as it is authorised.
   * What the order and its card say of the person is kept.
   */
  linkedTurnoverEurCents(since: Date, order: Order, cardKey: string | null): Promise<bigint>
  /** What an order that is about to be charged may have taken off. No other takes its coupon until this has ended. */
  discountOf(order: Order, cardKey: string | null): Promise<DiscountDue>
  saveLevel(level: Client['level']): Promise<void>
  /** Who the client was so far, by its payer details, or else by what its partner has registered. */
  person(): Promise<Person>
  savePayer(payer: NonNullable<Client['payer']>): Promise<void>
  /**
   * Takes back what was verified: a proven level drops to `basic`, decisions and documents are dropped, an open review
   * ends, and providers get a new applicant id.
   */
  becomeAnother(): Promise<void>
  /** Keeps what the documents say that the client is verified by. */
  saveDocuments(documents: DocumentData): Promise<void>
  readonly orders: Pick<OrderStore, 'find' | 'findLimited' | 'findCleared' | 'save'>
  readonly verifications: Pick<VerificationStore, 'use'>
  readonly reviews: Pick<ReviewStore, 'open' | 'close'>
}

/** What a verification is of; null where it is not known. */
export type Person = {
  readonly first_name: string | null
  readonly last_name: string | null
  /** `YYYY-MM-DD`. */
  readonly birth_date: string | null
  readonly country: string | null
}

/**
 * A coupon that an order names: free, reserved by orders whose payment is open, or used up by money that was received.
 */
export type CouponDue =
  | { readonly is: 'free'; readonly offBps: bigint }
  | { readonly is: 'reserved' }
  | { readonly is: 'used_up' }

export type DiscountDue = {
  /** Whether the person who buys has no other order that takes a free first one away. */
  readonly isFirst: boolean
  /** Null where the order names none. */
  readonly coupon: CouponDue | null
}

export type ClientLocks = {
  /** Runs `work` in one transaction while no other may touch this client's level or limit. */
  lock<Result>(clientId: string, work: (locked: LockedClient) => Promise<Result>): Promise<Result>
}
