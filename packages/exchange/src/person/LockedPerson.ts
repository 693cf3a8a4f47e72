import type { Client } from '../client/Client.ts'
import type { LockedClient, CouponDue } from '../limit/LockedClient.ts'
import type { Order } from '../order/Order.ts'

/**
 * What a transaction that has locked the payer of an order may do. Of two orders whose payers share a mark, one waits
 * until the other's transaction has ended, and then counts it.
 *
 * An order identifies a person by its client, with the marks stored for the client and for this order; without a
 * client, by its own marks alone. `identitiesOf` in the store collects these identities. They decide what is locked,
 * which clients belong together, and what is summed. A new kind of identity (an account, a sending address) is a new
 * kind of mark, stored for the order before the lock.
 */
export type LockedPerson = {
  /** Null where the order has no client. */
  readonly client: Client | null
  /**
   * Accepted pay-ins of the client's other orders within the span of turnover, EUR cents. Pay-ins that are open or wait
   * for their check are not counted: they are checked later.
   */
  turnoverEurCents: LockedClient['turnoverEurCents']
  /** What the person's other clients have paid in, EUR cents. */
  linkedTurnoverEurCents: LockedClient['linkedTurnoverEurCents']
  /**
   * What is left of the discount of the order that the person is locked for, after the orders before it. No other order
   * can use its coupon until this transaction ends.
   */
  discountDue(): Promise<DiscountLeft>
  readonly orders: LockedClient['orders']
}

/** What is left of the discount of an order whose payment is received: its coupon is available or used up. */
export type DiscountLeft = {
  readonly isFirst: boolean
  /** Null where the order names no coupon. */
  readonly coupon: Exclude<CouponDue, { is: 'reserved' }> | null
}

export type PersonLocks = {
  /** Runs `work` in one transaction while no other order of the same payer is decided. */
  lock<Result>(order: Order, work: (locked: LockedPerson) => Promise<Result>): Promise<Result>
}
