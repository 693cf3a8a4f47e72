import type { Client } from '../client/Client.ts'
import type { DocumentData } from '../client/DocumentData.ts'
import type { Order } from '../order/Order.ts'
import type { OrderStore } from '../order/OrderStore.ts'
import type { ReviewStore } from './ReviewStore.ts'
import type { VerificationStore } from './VerificationStore.ts'

/** What a transaction that has locked the client's row may do. */
export type LockedClient = {
  readonly client: Client
  /** Pay-ins of the client's finished and in-flight orders since a time, EUR cents, except one order. */
  turnoverEurCents(since: Date, exceptOrderId: string): Promise<bigint>
  /**
   * What other clients of the same person have paid in since a time, EUR cents, as far as it is authorised. Stores what
   * the order and its card reveal about the person.
   */
  linkedTurnoverEurCents(since: Date, order: Order, cardKey: string | null): Promise<bigint>
  /**
   * The discount of an order that is about to be charged. No other order can use its coupon until this transaction
   * ends.
   */
  discountOf(order: Order, cardKey: string | null): Promise<DiscountDue>
  saveLevel(level: Client['level']): Promise<void>
  /** Who the client is so far, by its payer details or else by its partner's registration. */
  person(): Promise<Person>
  savePayer(payer: NonNullable<Client['payer']>): Promise<void>
  /**
   * Revokes the verification: a proven level drops to `basic`, decisions and documents are dropped, an open review
   * ends, and the client gets a new applicant id for providers.
   */
  becomeAnother(): Promise<void>
  /** Stores what the documents that verify the client say. */
  saveDocuments(documents: DocumentData): Promise<void>
  readonly orders: Pick<OrderStore, 'find' | 'findLimited' | 'findCleared' | 'save'>
  readonly verifications: Pick<VerificationStore, 'use'>
  readonly reviews: Pick<ReviewStore, 'open' | 'close'>
}

/** The person that a verification is about; null for an unknown detail. */
export type Person = {
  readonly first_name: string | null
  readonly last_name: string | null
  /** `YYYY-MM-DD`. */
  readonly birth_date: string | null
  readonly country: string | null
}

/**
 * A coupon that an order names: available, reserved by orders whose payment is open, or used up by received payments.
 */
export type CouponDue =
  | { readonly is: 'free'; readonly offBps: bigint }
  | { readonly is: 'reserved' }
  | { readonly is: 'used_up' }

export type DiscountDue = {
  /** Whether the buyer has no other order that rules out a free first one. */
  readonly isFirst: boolean
  /** Null where the order names no coupon. */
  readonly coupon: CouponDue | null
}

export type ClientLocks = {
  /** Runs `work` in one transaction while no other can change this client's level or limit. */
  lock<Result>(clientId: string, work: (locked: LockedClient) => Promise<Result>): Promise<Result>
}
