import { hash } from 'node:crypto'
import type { PayinGroup } from '@cambio/wire/Group.ts'
import { Refusal, fieldRefusal } from '@cambio/wire/http/Problem.ts'
import type { Change } from '../books/Change.ts'
import { newOrderId } from '../cell/Cell.ts'
import { homeCountry, type Client } from '../client/Client.ts'
import { callbacksOf } from '../order/data/callbacksOf.ts'
import { codeCallback } from '../order/data/codeCallback.ts'
import { expiryOf } from '../order/life/expiry.ts'
import { next } from '../order/life/next.ts'
import { priceGuaranteedUntil } from '../order/life/priceGuarantee.ts'
import type { Child, Order, Terms } from '../order/Order.ts'
import type { OrderStore, PlacementConflict } from '../order/OrderStore.ts'
import type { Partner } from '../partner/Partner.ts'
import { withdrawalsLocked } from '../payin/balance/withdrawalsLocked.ts'
import { findDepositRail, type DepositRails } from '../payin/deposit/DepositRail.ts'
import { newPayin, payinPlaced } from '../payin/Payin.ts'
import { payinTraits } from '../payin/traits/PayinTraits.ts'
import type { Random } from '../Random.ts'
import { addressForbidden } from '../screening/addressForbidden.ts'
import { checkScreened } from '../screening/checkScreened.ts'
import type { Screening } from '../screening/Screening.ts'
import { walletPaid } from '../screening/walletPaid.ts'

export type PlaceDeps = {
  orders: Pick<OrderStore, 'place'>
  /** Null where no rail receives coins. */
  deposits: DepositRails
  /** External sanctions lists. Lists imported into the database are searched as the order is written. */
  oracles: Screening
  random: Random
  cell: string | null
  now: () => Date
}

export type NewOrder = Pick<
  Terms,
  | 'requestId'
  | 'origin'
  | 'quote'
  | 'destination'
  | 'purchase'
  | 'coupon'
  | 'asFirst'
  | 'floating'
  | 'clientIp'
  | 'remoteCountry'
  | 'metadata'
> & {
  readonly partner: Partner
  /** Null: the order's own id is used, which is unique. */
  readonly partnerOrderId: string | null
  readonly client: Client | null
  /** The child order that sells the coins, where the partner receives the proceeds. */
  readonly child: Child | null
  /** Until when the price shown to the buyer is guaranteed; null for a price made now. */
  readonly shownUntil: Date | null
  /** The most other unpaid orders of its own that the client may have; null for no limit. */
  readonly mostUnpaid: number | null
  /** A step to apply to the new order before it is written; null for none. */
  readonly begin: (order: Order) => Change<Order> | null
}

/** A placed order. */
export type Placed = {
  readonly order: Order
  /** Opens the order's page; stored nowhere else. */
  readonly secret: string
  /** The id by which a withdrawal is confirmed; null for any other order. */
  readonly uuid: string | null
}

/** The most unpaid orders that a client may have placed itself, by the API or in the widget. */
const MOST_UNPAID = 3

/** The limit of unpaid orders for an order of a client's own; null where its money is reserved as it is placed. */
export function mostUnpaid(group: PayinGroup): number | null {
  return payinTraits[group].isFromBalance ? null : MOST_UNPAID
}

/**
 * Writes a new order with its first statuses and their callbacks in one statement. An acknowledged order is durable.
 * @returns the order, the secret of its page and, for a withdrawal, the id that it is confirmed by; `not_first` when it
 * was priced as its client's first and is not
 * @throws Refusal partner_order_id_taken, request_used, coupon_invalid, balance_insufficient, too_many_unpaid_orders,
 * withdrawals_open, withdrawals_locked, unavailable, address_forbidden; nothing was written then
 */
export async function place(deps: PlaceDeps, input: NewOrder): Promise<Placed | 'not_first'> {
  const wallet = walletPaid(input)
  if (wallet !== null) await checkScreened({ screening: deps.oracles }, wallet)
  for (;;) {
    const id = newOrderId(deps)
    const placed = fresh(deps, input, { id, address: await addressFor(deps, id, input) })
    const { next: order, journals = [] } = input.begin(placed) ?? { next: placed }
    const { id: orderId, clientId, quote } = order
    const secret = deps.random.token(160)
    const code = payinTraits[quote.payinGroup].isConfirmedByCode ? codeCallback(deps.random, order) : null
    const outcome = await deps.orders.place({
      order,
      journals: [...payinPlaced(order.payin, { orderId, clientId, expected: quote.payin }), ...journals],
      callbacks: callbacksOf(deps.random, 0, order),
      due: next(order, deps.now(), 0)?.at ?? null,
      secretHash: hash('sha256', secret, 'buffer'),
      mostUnpaid: input.mostUnpaid,
      code,
    })
    if (outcome === 'placed') return { order, secret, uuid: code?.uuid ?? null }
    if (outcome.is === 'not_first') return 'not_first'
    const isOwnId = outcome.is === 'partner_order_id_taken' && input.partnerOrderId === null
    if (outcome.is !== 'id_taken' && !isOwnId) throw refusalOf(outcome, deps.now())
  }
}

/** The order's own address for coins; null where it is paid another way. */
async function addressFor(
  { deposits }: PlaceDeps,
  orderId: string,
  { quote }: NewOrder,
): Promise<string | null> {
  if (!payinTraits[quote.payinGroup].isToOwnAddress) return null
  const rail = findDepositRail(deposits, quote.payin.currency)
  if (!rail) throw new Refusal('unavailable', 'Coins are not accepted at the moment; no order was placed')
  return rail.newAddress(orderId)
}

function fresh(
  deps: PlaceDeps,
  input: NewOrder,
  { id, address }: { readonly id: string; readonly address: string | null },
): Order {
  const createdAt = deps.now()
  const { isPricedOnReceipt, isConfirmedByCode } = payinTraits[input.quote.payinGroup]
  // Coins that are sold at once are bought and sold at one price, once the money is received.
  const isSoldAtOnce = input.child !== null
  const floating = input.floating || isSoldAtOnce || isPricedOnReceipt
  const guaranteedUntil = priceGuaranteedUntil({ ...input, floating }, createdAt)
  const status = isConfirmedByCode ? 'confirmation_pending' : 'payin_pending'
  return {
    id,
    partnerId: input.partner.id,
    partnerOrderId: input.partnerOrderId ?? id,
    requestId: input.requestId,
    origin: input.origin,
    callbackVersion: input.partner.callbackVersion ?? 2,
    statuses: input.partner.statuses,
    clientId: input.client?.id ?? null,
    email: input.client?.email ?? null,
    payerEmail: input.client?.email ?? null,
    quote: input.quote,
    firstPayout: input.quote.payout,
    destination: input.destination,
    purchase: input.purchase,
    coupon: input.coupon,
    asFirst: input.asFirst,
    metadata: input.metadata,
    floating,
    clientIp: input.clientIp,
    clientCountry: input.client && homeCountry(input.client),
    remoteCountry: input.remoteCountry,
    createdAt,
    status,
    substatus: null,
    seq: 1,
    events: [{ seq: 1, fact: 'placed', status, substatus: null, at: createdAt }],
    expiresAt: expiryOf(input.quote, createdAt),
    priceGuaranteedUntil: guaranteedUntil && (input.shownUntil ?? guaranteedUntil),
    payin: newPayin(input.quote.payinGroup, address),
    checked: false,
    payout: null,
    child: input.child,
    limit: null,
    errorMessage: null,
    stops: [],
  }
}

function refusalOf(
  conflict: Exclude<PlacementConflict, { is: 'id_taken' | 'not_first' }>,
  now: Date,
): Refusal {
  switch (conflict.is) {
    case 'partner_order_id_taken': {
      const { clientOrderId, requestId } = conflict
      return fieldRefusal(
        'partner_order_id_taken',
        ['partner_order_id'],
        clientOrderId === null
          ? `The widget request ${requestId} already has this partner_order_id; no order was placed`
          : `Order ${clientOrderId} already has this partner_order_id; no new order was placed`,
        { client_order_id: clientOrderId, request_id: requestId },
      )
    }
    case 'request_ended':
      return new Refusal(
        'request_expired',
        'This request has ended; no order was placed. Start again at the shop',
      )
    case 'address_listed':
      return addressForbidden()
    case 'request_used':
      return new Refusal('request_used', `This request already has the order ${conflict.clientOrderId}`, {
        extra: { client_order_id: conflict.clientOrderId },
      })
    case 'too_many_unpaid':
      return new Refusal(
        'too_many_unpaid_orders',
        'Pay one of the open orders or wait until it expires; no order was placed',
      )
    case 'withdrawals_open':
      return new Refusal(
        'withdrawals_open',
        'Three withdrawals of this client are waiting for their codes: confirm one or wait until it expires. Nothing was reserved and no order was placed',
      )
    case 'withdrawals_locked':
      return withdrawalsLocked(conflict.until, now)
    case 'balance_insufficient':
      return fieldRefusal(
        'balance_insufficient',
        ['payin_amount'],
        'The balance is lower than the amount; nothing was reserved and no order was placed',
      )
    case 'coupon_used_up':
      return fieldRefusal(
        'coupon_invalid',
        ['coupon'],
        'The coupon is used up, or used up for this client; no order was placed',
      )
  }
}
