import { attentionReasonOf, type AttentionReason } from '@cambio/exchange/order/life/stops.ts'
import type { Child, Event, LimitReached, Order, Payout, StopReason } from '@cambio/exchange/order/Order.ts'
import { columns } from '@cambio/server/postgres/columns.ts'
import { present } from '@cambio/server/postgres/present.ts'
import type { Status, SubStatus } from '@cambio/wire/order/Order.ts'
import type { VerificationLevel } from '@cambio/wire/VerificationLevel.ts'
import type { PayinColumns, PayinRow } from '../../payin/PayinStorage.ts'
import { fromPayinRow, toPayinColumns } from '../../payin/payinStorages.ts'
import { fromColumns, quoteNames, toColumns, type QuoteColumns } from './QuoteColumns.ts'

/** The columns of `orders` that make an order; `id` and the terms never change, the rest does. */
export type OrderColumns = QuoteColumns &
  PayinColumns & {
    readonly id: string
    readonly partner_id: string
    readonly partner_order_id: string
    readonly request_id: string | null
    readonly origin: Order['origin']
    readonly callback_version: 1 | 2
    readonly statuses: 'plain' | null
    readonly client_id: string | null
    readonly email: string | null
    readonly address: string
    readonly memo: string | null
    readonly first_payout_units: bigint | null
    readonly purchase_units: bigint | null
    readonly purchase_currency: string | null
    readonly coupon: string | null
    readonly as_first: boolean
    readonly floating: boolean
    readonly client_ip: string
    readonly client_country: string | null
    readonly remote_country: string | null
    readonly created_at: Date
    readonly status: Status
    readonly substatus: SubStatus | null
    readonly seq: number
    readonly expires_at: Date | null
    readonly price_held_until: Date | null
    readonly child_id: string | null
    readonly child_units: bigint | null
    readonly child_currency: string | null
    readonly checked: boolean
    readonly payout_id: string | null
    readonly payout_state: Payout['state'] | null
    readonly payout_txid: string | null
    readonly payout_reason: string | null
    readonly limit_level: VerificationLevel | null
    readonly limit_left_units: bigint | null
    readonly limit_url: string | null
    readonly error_message: string | null
    readonly stops: readonly StopReason[] | null
    /** The most informative reason, by which the operator's lists are sorted. */
    readonly hold_reason: AttentionReason | null
  }

export const orderColumns = columns<OrderColumns>({
  ...quoteNames,
  id: true,
  partner_id: true,
  partner_order_id: true,
  request_id: true,
  origin: true,
  callback_version: true,
  statuses: true,
  client_id: true,
  email: true,
  address: true,
  memo: true,
  first_payout_units: true,
  purchase_units: true,
  purchase_currency: true,
  coupon: true,
  as_first: true,
  floating: true,
  client_ip: true,
  client_country: true,
  remote_country: true,
  created_at: true,
  status: true,
  substatus: true,
  seq: true,
  expires_at: true,
  price_held_until: true,
  balance_state: true,
  wrong_codes: true,
  payin_address: true,
  refund_address: true,
  child_id: true,
  child_units: true,
  child_currency: true,
  checked: true,
  payout_id: true,
  payout_state: true,
  payout_txid: true,
  payout_reason: true,
  limit_level: true,
  limit_left_units: true,
  limit_url: true,
  error_message: true,
  stops: true,
  hold_reason: true,
})

/** An order as it is read: its columns, with its events and its payments as JSON. */
export type OrderRow = OrderColumns &
  PayinRow & {
    /** Null where the order has no client yet. */
    readonly client_email: string | null
    readonly metadata: Order['metadata'] | null
    /** Null where all of them are in an archive. */
    readonly events: readonly EventRow[] | null
  }

type EventRow = {
  readonly seq: number
  readonly fact: Event['fact']
  readonly status: Status
  readonly substatus: SubStatus | null
  readonly at: string
}

export function toOrderColumns(order: Order): OrderColumns {
  return {
    ...toColumns(order.quote),
    id: order.id,
    partner_id: order.partnerId,
    partner_order_id: order.partnerOrderId,
    request_id: order.requestId,
    origin: order.origin,
    callback_version: order.callbackVersion,
    statuses: order.statuses === 'plain' ? 'plain' : null,
    client_id: order.clientId,
    email: order.payerEmail,
    address: order.destination.address,
    memo: order.destination.memo,
    first_payout_units: order.firstPayout.units,
    purchase_units: order.purchase?.units ?? null,
    purchase_currency: order.purchase?.currency ?? null,
    coupon: order.coupon,
    as_first: order.asFirst,
    floating: order.floating,
    client_ip: order.clientIp,
    client_country: order.clientCountry,
    remote_country: order.remoteCountry,
    created_at: order.createdAt,
    status: order.status,
    substatus: order.substatus,
    seq: order.seq,
    expires_at: order.expiresAt,
    price_held_until: order.priceGuaranteedUntil,
    ...toPayinColumns(order.payin),
    child_id: order.child?.id ?? null,
    child_units: order.child?.proceeds.units ?? null,
    child_currency: order.child?.proceeds.currency ?? null,
    checked: order.checked,
    payout_id: order.payout?.id ?? null,
    payout_state: order.payout?.state ?? null,
    payout_txid: order.payout && 'txid' in order.payout ? order.payout.txid : null,
    payout_reason: order.payout?.state === 'refused' ? order.payout.reason : null,
    limit_level: order.limit?.level ?? null,
    limit_left_units: order.limit?.leftEurCents ?? null,
    limit_url: order.limit?.verificationUrl ?? null,
    error_message: order.errorMessage,
    stops: order.stops,
    hold_reason: attentionReasonOf(order),
  }
}

export function fromOrderRow(row: OrderRow): Order {
  return {
    id: row.id,
    partnerId: row.partner_id,
    partnerOrderId: row.partner_order_id,
    requestId: row.request_id,
    origin: row.origin,
    callbackVersion: row.callback_version,
    statuses: row.statuses ?? 'all',
    clientId: row.client_id,
    email: row.client_email,
    payerEmail: row.email,
    quote: fromColumns(row),
    firstPayout: { units: row.first_payout_units ?? row.payout_units, currency: row.payout_currency },
    destination: { address: row.address, memo: row.memo },
    purchase:
      row.purchase_units === null
        ? null
        : { units: row.purchase_units, currency: present(row, 'purchase_currency') },
    coupon: row.coupon,
    asFirst: row.as_first,
    floating: row.floating,
    clientIp: row.client_ip,
    clientCountry: row.client_country,
    remoteCountry: row.remote_country,
    createdAt: row.created_at,
    metadata: row.metadata ?? {},
    status: row.status,
    substatus: row.substatus,
    seq: row.seq,
    events: (row.events ?? []).map((event) => ({ ...event, at: new Date(event.at) })),
    expiresAt: row.expires_at,
    priceGuaranteedUntil: row.price_held_until,
    payin: fromPayinRow(row.payin_group, row),
    checked: row.checked,
    payout: payoutOf(row),
    child: childOf(row),
    limit: limitOf(row),
    errorMessage: row.error_message,
    stops: stopsOf(row),
  }
}

function childOf(row: OrderRow): Child | null {
  if (row.child_id === null) return null
  const proceeds = { units: present(row, 'child_units'), currency: present(row, 'child_currency') }
  return { id: row.child_id, proceeds }
}

function payoutOf(row: OrderRow): Payout | null {
  if (row.payout_id === null) return null
  const id = row.payout_id
  const state = present(row, 'payout_state')
  switch (state) {
    case 'due':
    case 'sending':
      return { id, state }
    case 'sent':
    case 'done':
      return { id, state, txid: present(row, 'payout_txid') }
    case 'refused':
      return { id, state, reason: present(row, 'payout_reason') }
  }
}

/** A program of the previous version writes one reason only: the newest. */
function stopsOf({ stops, hold_reason: reason }: OrderRow): readonly StopReason[] {
  if (reason === null || reason === 'owed') return []
  return stops?.includes(reason) ? stops : [reason]
}

function limitOf(row: OrderRow): LimitReached | null {
  if (row.limit_level === null) return null
  return {
    level: row.limit_level,
    leftEurCents: present(row, 'limit_left_units'),
    verificationUrl: row.limit_url,
  }
}
