import type { Client } from '../client/Client.ts'
import type { LockedClient, CouponDue } from '../limit/LockedClient.ts'
import type { Order } from '../order/Order.ts'

/**
 * What one transaction may do that holds the person who pays for an order: of two orders whose payers belong together, by
 * whichever marks, one waits until the other's transaction has ended, and then counts it.
 *
 * An order names a person by its identities: its client, with the marks that were kept of the client and of this order; or,
 * where it names no client, whatever marks it has by itself. `identitiesOf` in the store collects them, and everything here
 * follows from them: what is locked, who belongs together, and what is summed. Another kind of identity (an account, a
 * sending address) is another kind of mark that is kept for the order before it is held.
 */
export type LockedPerson = {
  /** Null where the order names no client. */
  readonly client: Client | null
  /**
   * Pay-ins of the client's other orders that were let pass in the span of turnover, EUR cents. What is only open, or waits
   * to be checked, is not counted: it is checked in its turn.
   */
  turnoverEurCents: LockedClient['turnoverEurCents']
  /** What everybody else who belongs to the person has paid in, EUR cents. */
  linkedTurnoverEurCents: LockedClient['linkedTurnoverEurCents']
  /**
   * What is left of the discount of the order that the person is locked for, after the orders before it. No other order
   * takes its coupon until this has ended.
   */
  discountDue(): Promise<DiscountLeft>
  readonly orders: LockedClient['orders']
}

/** What is left of an order's discount, whose payment is in: a coupon is free then, or used up. */
export type DiscountLeft = {
  readonly isFirst: boolean
  /** Null where the order names none. */
  readonly coupon: Exclude<CouponDue, { is: 'reserved' }> | null
}

export type PersonLocks = {
  /** Runs `work` in one transaction while no other order of the person who pays for this one is decided. */
  lock<Result>(order: Order, work: (locked: LockedPerson) => Promise<Result>): Promise<Result>
}
