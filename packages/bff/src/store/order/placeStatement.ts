import type { Order } from '@cambio/exchange/order/Order.ts'
import type { Placement } from '@cambio/exchange/order/OrderStore.ts'
import { normalizedAddress } from '@cambio/exchange/screening/normalizedAddress.ts'
import { walletPaid } from '@cambio/exchange/screening/walletPaid.ts'
import { dueWithdrawalCodes, toCodeColumns } from '../balance/withdrawals.ts'
import { parameters, type Parameters } from '../parameters.ts'
import type { StoreDeps } from '../StoreDeps.ts'
import { toOrderColumns, type OrderColumns } from './OrderRow.ts'
import type { OrderStatement } from './orderWrite.ts'

/**
 * The parts of the statement that writes a new order. A partner's id belongs to the order that claims it first. The
 * order of a widget request gets its id from the request, and is its only order. An order that pays to a wallet on an
 * imported list of sanctions is not written.
 */
export function placeStatement(
  { keys, legalNoticeId }: Pick<StoreDeps, 'keys' | 'legalNoticeId'>,
  placement: Placement,
): OrderStatement {
  const { order, code } = placement
  const all = parameters()
  const { id, requestId, partnerId, partnerOrderId } = order
  const columns = placedColumns(placement, legalNoticeId)
  const isPlain = seldom.every((name) => columns[name] === null)
  const written = Object.entries(columns).filter(([name]) => !isPlain || !SELDOM.has(name))
  const isClaimed = requestId === null
  const hasMetadata = Object.keys(order.metadata).length > 0
  const wallet = walletPaid(order)
  const unlisted = wallet === null ? 'true' : `not ${listed(all.add(normalizedAddress(wallet)))}`
  const parts = [
    isClaimed
      ? claimPart(all, unlisted, { id, partnerId, partnerOrderId })
      : requestPart(all, unlisted, { id, requestId, at: order.createdAt }),
    `written as (
      insert into orders (${written.map(([name]) => name).join(', ')})
      select ${written.map(([, value]) => all.add(value)).join(', ')}
      where exists (select from claim)
      returning id, partner_id, created_at
    )`,
    `uncounted as (
      insert into order_uncounted (partner_id, created_at, order_id)
      select partner_id, created_at, id from written
    )`,
    ...(hasMetadata ? [metadataPart(all, order)] : []),
    ...(code === null ? [] : [codePart(all, toCodeColumns(keys, id, code), order.createdAt)]),
  ]
  const name = [
    'order_place',
    ...(isPlain ? [] : ['whole']),
    ...(isClaimed ? [] : ['requested']),
    ...(hasMetadata ? ['metadata'] : []),
    ...(legalNoticeId === undefined ? [] : ['legal']),
    ...(code === null ? [] : ['code']),
    ...(wallet === null ? [] : ['wallet']),
  ]
  return {
    name: name.join('_'),
    parts,
    parameters: all,
    wakes: code === null ? [] : [dueWithdrawalCodes.channel],
  }
}

/** The columns of a new order, with what it has in them. */
export function placedColumns({ order, due, secretHash }: Placement, legalNoticeId: bigint | undefined) {
  return {
    ...toOrderColumns(order),
    secret_hash: Buffer.from(secretHash),
    due_at: due,
    updated_at: order.createdAt,
    ...(legalNoticeId === undefined ? {} : { legal_notice_id: legalNoticeId }),
  }
}

/**
 * The columns in which most orders have nothing when they are placed, and some never. An order that uses none of them is
 * written without them: each that a statement names costs its share of every execution. All or none, since each choice of
 * columns is a statement that every connection prepares.
 */
const seldom = [
  'memo',
  'purchase_units',
  'purchase_currency',
  'coupon',
  'statuses',
  'substatus',
  'balance_state',
  'wrong_codes',
  'payin_address',
  'refund_address',
  'child_id',
  'child_units',
  'child_currency',
  'payout_id',
  'payout_state',
  'payout_txid',
  'payout_reason',
  'limit_level',
  'limit_left_units',
  'limit_url',
  'error_message',
  'hold_reason',
] as const satisfies readonly (keyof OrderColumns)[]

const SELDOM: ReadonlySet<string> = new Set(seldom)

/** Whether the wallet in a parameter, spelled as lists store it, is on a list. */
export function listed(wallet: string): string {
  return `exists (select from sanctioned_wallet where address = ${wallet})`
}

type Ids = { readonly id: string; readonly partnerId: string; readonly partnerOrderId: string }

function claimPart(all: Parameters, unlisted: string, { id, partnerId, partnerOrderId }: Ids): string {
  return `claim as (
    insert into partner_order_claim (partner_id, partner_order_id)
    select ${all.add(partnerId)}, ${all.add(partnerOrderId)}
    where ${unlisted} and not exists (select from orders where orders.id = ${all.add(id)})
    on conflict do nothing returning 1
  )`
}

/**
 * A request has one order, or none once it has ended. The order marks it as used, so that it is not ended meanwhile.
 */
function requestPart(
  all: Parameters,
  unlisted: string,
  { id, requestId, at }: { id: string; requestId: string; at: Date },
): string {
  return `claim as (
    update widget_request r set used = true
    where r.id = ${all.add(requestId)} and not r.used and r.canceled_at is null and not r.released
      and r.expires_at > ${all.add(at)} and ${unlisted}
      and not exists (select from orders o where o.request_id = r.id)
      and not exists (select from orders o where o.id = ${all.add(id)})
    returning 1
  )`
}

function metadataPart(all: Parameters, { metadata }: Pick<Order, 'metadata'>): string {
  return `noted as (
    insert into order_metadata (order_id, metadata)
    select written.id, ${all.add(JSON.stringify(metadata))}::jsonb from written
  )`
}

function codePart(all: Parameters, code: ReturnType<typeof toCodeColumns>, at: Date): string {
  const values = [
    all.add(code.uuid),
    `decode(${all.add(code.code_hash)}, 'hex')`,
    all.add(code.callback_id),
    `decode(${all.add(code.body_sealed)}, 'hex')`,
    all.add(code.expires_at),
    all.add(at),
  ]
  return `code as (
    insert into withdrawal_code (order_id, uuid, code_hash, callback_id, body_sealed, expires_at, due_at)
    select written.id, ${values.join(', ')} from written
  )`
}
