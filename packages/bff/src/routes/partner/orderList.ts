import { microsFrom, microsText } from '@cambio/exchange/order/time.ts'
import { fieldRefusal } from '@cambio/wire/http/Problem.ts'
import { MOST_ROWS, ROWS, type OrderListQuery } from '@cambio/wire/order/OrderList.ts'
import type { Handlers } from '../../http/Handler.ts'
import type { Exchange } from '../../program/Exchange.ts'
import type { ListPart, OrderListStore } from '../../store/order/orderLists.ts'
import { listCursors, invalidCursor, type CursorPlace, type ListCursors } from './listCursor.ts'

/** Lists a partner's orders in version 1, newest first. */
export function orderListV1Handler({ keys }: Pick<Exchange, 'keys'>): Handlers['partnerV1']['orderList'] {
  return async ({ partner, query, stores: { orderLists } }) => {
    const cursors = listCursors(keys, `orders of partner ${partner.id}`)
    return readPage(orderLists, { partnerId: partner.id, cursors, page: pageOf(cursors, query) })
  }
}

/** Lists a client's orders, newest first. */
export function clientOrderListHandler({ keys }: Pick<Exchange, 'keys'>): Handlers['client']['orderList'] {
  return async ({ client, query, stores: { clientOrderLists } }) => {
    const cursors = listCursors(keys, `orders of client ${client.id}`)
    const page = pageOf(cursors, query)
    const part = await clientOrderLists.read({ clientId: client.id, ...rangeOf(page) })
    const { data, ...envelope } = envelopeOf(cursors, page, part)
    const items = data.map(({ id, created_at }) => ({ id, created_at, client_order_id: id }))
    return { ...envelope, data: items }
  }
}

/** A page of a list that has all orders since a time: by its number, or after a place. */
export type ListPage = {
  readonly rows: number
  readonly number: number
  readonly sinceMicros: bigint | null
  readonly place: CursorPlace | null
}

/** Reads a page of all of a partner's orders since a time, newest first. */
export async function readPage(
  orderLists: OrderListStore,
  { partnerId, cursors, page }: { partnerId: string; cursors: ListCursors; page: ListPage },
) {
  const { place, skipped, ...rest } = { partnerId, ...rangeOf(page) }
  const part = await (place
    ? orderLists.after({ ...rest, place })
    : orderLists.skipping({ ...rest, skipped }))
  const { data, ...envelope } = envelopeOf(cursors, page, part)
  const items = data.map(({ partnerOrderId, ...item }) => ({ ...item, partner_order_id: partnerOrderId }))
  return { ...envelope, data: items }
}

/** The page that a query names. @throws Refusal fields_incompatible, validation_failed */
function pageOf(cursors: ListCursors, query: OrderListQuery): ListPage {
  const rows = Math.min(query.rows ?? ROWS, MOST_ROWS)
  const from = query.cursor === undefined ? undefined : cursors.open(query.cursor)
  const number = pageNumber(query)
  const sinceMicros = query.timestamp === undefined ? undefined : microsFrom(query.timestamp)
  if (!from) return { rows, number, sinceMicros: sinceMicros ?? null, place: null }
  if (!/^\d*$/.test(from.list)) throw invalidCursor()
  const ofCursor = from.list === '' ? null : BigInt(from.list)
  if (sinceMicros !== undefined && sinceMicros !== ofCursor) throw cursorOfAnotherList('timestamp')
  return { rows, number, sinceMicros: ofCursor, place: from.place }
}

/** @throws Refusal fields_incompatible */
export function pageNumber({ page, cursor }: OrderListQuery): number {
  if (page !== undefined && cursor !== undefined)
    throw fieldRefusal('fields_incompatible', ['page', 'cursor'], 'Send a page or a cursor, not both')
  return page ?? 1
}

export function cursorOfAnotherList(member: string) {
  const detail = `The cursor is from a list with another ${member}; send the same or none`
  return fieldRefusal('fields_incompatible', [member, 'cursor'], detail)
}

function rangeOf({ rows, number, sinceMicros, place }: ListPage) {
  return {
    sinceMicros,
    // One more than is shown tells whether another page follows.
    limit: rows + 1,
    place: place && { createdMicros: place.micros, id: place.id },
    skipped: place ? 0n : BigInt(rows) * BigInt(number - 1),
  }
}

function envelopeOf(cursors: ListCursors, { rows, sinceMicros }: ListPage, { total, orders }: ListPart) {
  const shown = orders.slice(0, rows)
  const last = shown.at(-1)
  const goesOn = last && orders.length > rows
  const place = last && { micros: last.createdMicros, id: last.id }
  return {
    rows,
    total: Number(total),
    data: shown.map(({ createdMicros, ...order }) => ({ ...order, created_at: microsText(createdMicros) })),
    next_cursor: goesOn && place ? cursors.seal({ place, list: String(sinceMicros ?? '') }) : null,
  }
}
