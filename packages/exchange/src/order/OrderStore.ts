import type { CallbackKind } from '@cambio/wire/partner/Callback.ts'
import type { Journal } from '../books/Journal.ts'
import type { Client } from '../client/Client.ts'
import type { Fact, Order } from './Order.ts'

export type OrderStore = {
  find(id: string): Promise<Order | undefined>
  findByPartnerOrderId(partnerId: string, partnerOrderId: string): Promise<Order | undefined>
  findByPlatformOrderId(platformOrderId: string): Promise<Order | undefined>
  /** Orders of a client that are pending because they exceed its limit. */
  findLimited(clientId: string): Promise<readonly Order[]>
  /** Unpaid orders of a client that a verification released. */
  findCleared(clientId: string): Promise<readonly Order[]>
  place(placement: Placement): Promise<'placed' | PlacementConflict>
  /** False when another writer was first. */
  save(write: OrderWrite): Promise<boolean>
  /** Makes the order due again at a time after a step without news, and counts the step. */
  again(orderId: string, due: Date): Promise<void>
  /** Binds an order without a buyer to one; false when it has another. A pending order becomes due. */
  bindClient(orderId: string, client: Client): Promise<boolean>
}

/** A change of an order with everything that follows from it, written in one statement or not at all. */
export type OrderWrite = {
  /**
   * The order's sequence number when the writer read it. The write is refused if another writer was first, or if the
   * order has another client by now.
   */
  readonly seqBefore: number
  readonly order: Order
  readonly fact: Fact
  readonly journals: readonly Journal[]
  readonly callbacks: readonly Callback[]
  /** When the exchange does the next thing about this order; null for nothing. */
  readonly due: Date | null
}

/** A callback for the partner, delivered in sequence for each order. The body is the order at that moment. */
export type Callback = {
  readonly id: string
  readonly orderId: string
  readonly partnerId: string
  /** Number of the event that it reports. */
  readonly seq: number
  /** Its kind, which endpoints subscribe to. */
  readonly kind: CallbackKind
  /** Whether it only appears in the feed of events unless its partner asks for it. */
  readonly isOptional: boolean
  readonly body: string
}

/**
 * A new order with the facts that are already known, written in one statement or not at all. An order priced as its
 * client's first is not written if the client has another open or finished one. Nor is one that pays a wallet on an
 * imported list of sanctions.
 */
export type Placement = {
  readonly order: Order
  readonly journals: readonly Journal[]
  readonly callbacks: readonly Callback[]
  readonly due: Date | null
  /** SHA-256 of the secret that opens the order's page. */
  readonly secretHash: Uint8Array
  /** The order is not written if its client already has this many unpaid orders of its own; null for no limit. */
  readonly mostUnpaid: number | null
  /** What confirms a withdrawal; null for any other order. */
  readonly code: WithdrawalCode | null
}

/**
 * The code of a withdrawal on its way to the client: stored as a hash, with its callback sealed, until the withdrawal
 * ends.
 */
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
