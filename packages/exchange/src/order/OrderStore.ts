import type { CallbackKind } from '@cambio/wire/partner/Callback.ts'
import type { Journal } from '../books/Journal.ts'
import type { Client } from '../client/Client.ts'
import type { Fact, Order } from './Order.ts'

export type OrderStore = {
  find(id: string): Promise<Order | undefined>
  findByPartnerOrderId(partnerId: string, partnerOrderId: string): Promise<Order | undefined>
  findByPlatformOrderId(platformOrderId: string): Promise<Order | undefined>
  /** Orders of a client that are pending because they were over its limit. */
  findLimited(clientId: string): Promise<readonly Order[]>
  /** Unpaid orders of a client that waited for a verification and went on by one. */
  findCleared(clientId: string): Promise<readonly Order[]>
  place(placement: Placement): Promise<'placed' | PlacementConflict>
  /** False when another writer was first. */
  save(write: OrderWrite): Promise<boolean>
  /** Makes the order due again at a time, after a step that brought nothing new, and counts the step. */
  again(orderId: string, due: Date): Promise<void>
  /** Binds an order that had no buyer yet to one; false when it has another. One that is pending is due from then on. */
  bindClient(orderId: string, client: Client): Promise<boolean>
}

/** A change of an order with everything that follows from it, written in one statement or not at all. */
export type OrderWrite = {
  /**
   * The order's sequence number when the writer read it: the write is refused when another writer was first, or when
   * the order has another client by now.
   */
  readonly seqBefore: number
  readonly order: Order
  readonly fact: Fact
  readonly journals: readonly Journal[]
  readonly callbacks: readonly Callback[]
  /** When the exchange does the next thing about this order; null for nothing. */
  readonly due: Date | null
}

/** Callbacks for the partner, to be delivered in order per order. The body is the order at that moment. */
export type Callback = {
  readonly id: string
  readonly orderId: string
  readonly partnerId: string
  /** Number of the event that it reports. */
  readonly seq: number
  /** What it tells, as receivers choose. */
  readonly kind: CallbackKind
  /** Whether it stands in the feed of events alone, unless its partner asks for it. */
  readonly isOptional: boolean
  readonly body: string
}

/**
 * A new order with the facts that have already come, written in one statement or not at all. One that was priced as its
 * client's first is not written when the client has another that is open or finished; nor is one that pays a wallet on a
 * list of sanctions that was read in.
 */
export type Placement = {
  readonly order: Order
  readonly journals: readonly Journal[]
  readonly callbacks: readonly Callback[]
  readonly due: Date | null
  /** SHA-256 of the secret that opens the order's page. */
  readonly secretHash: Uint8Array
  /** Not written when its client has so many orders already that it placed itself and has not paid; null for any number. */
  readonly mostUnpaid: number | null
  /** What confirms a withdrawal; null for any other order. */
  readonly code: WithdrawalCode | null
}

/** The code of a withdrawal on its way to the client: kept hashed, and its callback sealed, until it has ended. */
export type WithdrawalCode = {
  readonly uuid: string
  readonly code: string
  readonly expiresAt: Date
  readonly callback: { readonly id: string; readonly body: string }
}

/** Why a placement was not written. */
export type PlacementConflict =
  | {
      readonly is: 'partner_order_id_taken'
      readonly clientOrderId: string | null
      /** The live widget request that has the id; null where an order has it. */
      readonly requestId: string | null
    }
  | { readonly is: 'request_ended' }
  | { readonly is: 'request_used'; readonly clientOrderId: string }
  | { readonly is: 'address_listed' }
  | { readonly is: 'coupon_used_up' }
  | { readonly is: 'balance_insufficient' }
  | { readonly is: 'not_first' }
  | { readonly is: 'too_many_unpaid' }
  /** Too many of the client's withdrawals wait for their codes. */
  | { readonly is: 'withdrawals_open' }
  | { readonly is: 'withdrawals_locked'; readonly until: Date }
  | { readonly is: 'id_taken' }
