import type { Client } from '../Client.ts'
import type { Fact, Order } from '../Order.ts'
import type { Journal } from '../postings.ts'
import type { Quote } from '../Quote.ts'
import type { WidgetRequest } from '../WidgetRequest.ts'

/** News for the partner, to be delivered in order per order. The body is the order at that moment. */
export type Callback = {
  readonly id: string
  readonly orderId: string
  readonly partnerId: string
  /** Number of the event it tells of. */
  readonly seq: number
  readonly body: string
}

/** A step of an order with everything that follows from it, written in one statement or not at all. */
export type Change = {
  /** The sequence number the writer saw: the write is refused when another came first. */
  readonly seen: number
  readonly order: Order
  readonly fact: Fact
  readonly journals: readonly Journal[]
  readonly callbacks: readonly Callback[]
  /** When the exchange does the next thing about this order; null for nothing. */
  readonly due: Date | null
}

/** A new order with the facts that have already come, written in one statement or not at all. */
export type Placement = {
  readonly order: Order
  readonly callbacks: readonly Callback[]
  readonly due: Date | null
  /** SHA-256 of the secret that opens the order's page. */
  readonly secretHash: Uint8Array
  /** Priced as its client's first order: not written when the client has another that is open or finished. */
  readonly asFirst: boolean
}

/** Why a placement was not written. */
export type PlacementConflict =
  | { readonly is: 'partner_order_id_taken'; readonly clientOrderId: string | null }
  | { readonly is: 'request_used'; readonly clientOrderId: string }
  | { readonly is: 'coupon_used_up' }
  | { readonly is: 'not_first' }
  | { readonly is: 'id_taken' }

export type KeptQuote = {
  readonly id: string
  readonly requestId: string
  /** Whom it was made for; null where nobody had confirmed an address yet. */
  readonly clientId: string | null
  readonly quote: Quote
  readonly coupon: string | null
  /** Whether it takes no service fee because the order would be the client's first. */
  readonly asFirst: boolean
  readonly expiresAt: Date
}

export type OrderStore = {
  find(id: string): Promise<Order | undefined>
  findByPartnerOrderId(partnerId: string, partnerOrderId: string): Promise<Order | undefined>
  findByPlatformOrderId(platformOrderId: string): Promise<Order | undefined>
  place(placement: Placement): Promise<'placed' | PlacementConflict>
  /** False when another writer came first. */
  save(change: Change): Promise<boolean>
  /** Nothing new was learned: the order is due again then, and its question counted. */
  again(orderId: string, due: Date): Promise<void>
  /** Binds an order that had no buyer yet to one; false when it has another. */
  bindClient(orderId: string, client: Client): Promise<boolean>
}

/** What one transaction that holds the client's row may do. */
export type ClientHold = {
  readonly client: Client
  /** Pay-ins of the client's finished and in-flight orders since then, EUR cents, one order left out. */
  turnoverEurCents(since: Date, exceptOrderId: string): Promise<bigint>
  saveLevel(level: Client['level']): Promise<void>
  readonly orders: Pick<OrderStore, 'find' | 'save'>
  readonly verifications: Pick<VerificationStore, 'use'>
}

export type ClientStore = {
  find(id: string): Promise<Client | undefined>
  findOrMake(partnerId: string, email: string): Promise<Client>
  savePayer(clientId: string, payer: NonNullable<Client['payer']>): Promise<void>
  /** Orders of the client that are open or finished: what takes a free first order away. */
  orderCount(clientId: string): Promise<number>
  /** Runs `work` in one transaction while no other may touch this client's level or limit. */
  hold<Result>(clientId: string, work: (hold: ClientHold) => Promise<Result>): Promise<Result>
}

/** Which order a hosted card form was opened for. */
export type FormStore = {
  bind(sessionId: string, orderId: string): Promise<void>
  orderOf(sessionId: string): Promise<string | undefined>
}

/** A callback that is due, with where it goes. */
export type DueCallback = {
  readonly id: string
  readonly body: string
  /** Null where the partner has none, or its endpoint asked for no more. */
  readonly url: string | null
  readonly secret: string
}

export type CallbackStore = {
  find(id: string): Promise<DueCallback | undefined>
  acknowledged(id: string, at: Date): Promise<void>
  /** Due again then; null gives it up, visible to the operator. */
  failed(id: string, input: { readonly why: string; readonly due: Date | null }): Promise<void>
  /** The receiver wants nothing more. */
  switchedOff(id: string): Promise<void>
}

export type RequestStore = {
  find(id: string): Promise<WidgetRequest | undefined>
  /** The partner_order_id is claimed with it: one uniqueness over requests and orders. */
  open(
    request: WidgetRequest,
  ): Promise<'opened' | Extract<PlacementConflict, { is: 'partner_order_id_taken' }>>
  markOpened(id: string, at: Date): Promise<void>
  /** A destination that stands already stays where none is given. */
  saveDraft(
    id: string,
    draft: NonNullable<WidgetRequest['draft']>,
    destination: WidgetRequest['draftDestination'],
  ): Promise<void>
}

export type QuoteStore = {
  keep(quote: KeptQuote): Promise<void>
  find(id: string): Promise<KeptQuote | undefined>
}

/** A percentage off the service fee. */
export type Coupon = { readonly code: string; readonly offBps: bigint }

export type CouponStore = {
  /** A coupon of this partner that is valid now and not used up. */
  findValid(partnerId: string, code: string, at: Date): Promise<Coupon | undefined>
  /** Whatever has become of it since an order was placed with it. */
  find(partnerId: string, code: string): Promise<Coupon | undefined>
}

/** What a limit asked for, opened by the token in a verification address. */
export type Verification = {
  readonly clientId: string
  readonly orderId: string | null
  readonly level: Client['level']
  readonly expiresAt: Date
}

export type VerificationStore = {
  /** Kept by the token's hash alone. */
  keep(token: string, verification: Verification): Promise<void>
  find(token: string): Promise<Verification | undefined>
  /** Uses the token up; false when it was used already. */
  use(token: string, at: Date): Promise<boolean>
}
