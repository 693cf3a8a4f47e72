import { microsFrom, microsText } from '@cambio/exchange/order/time.ts'
import { MOST_ROWS, ROWS, type OrderListQuery } from '@cambio/wire/OrderList.ts'
import { fieldRefusal } from '@cambio/wire/Problem.ts'
import type { Handlers } from '../http/Handler.ts'
import type { Exchange } from '../program/Exchange.ts'
import type { ListPart } from '../store/orderLists.ts'
import { listCursors, type ListCursors } from './listCursor.ts'

/** Lists a partner's orders, newest first. */
export function partnerOrderListHandler({ keys }: Pick<Exchange, 'keys'>): Handlers['partner']['orderList'] {
  return async ({ partner, query, stores: { orderLists } }) => {
    const page = pageOf(listCursors(keys, `orders of partner ${partner.id}`), query)
    const { place, skipped, ...rest } = { partnerId: partner.id, ...page.range }
    const part = await (place
      ? orderLists.after({ ...rest, place })
      : orderLists.skipping({ ...rest, skipped }))
    const { data, ...envelope } = page.envelopeOf(part)
    const items = data.map(({ partnerOrderId, ...item }) => ({ ...item, partner_order_id: partnerOrderId }))
    return { ...envelope, data: items }
  }
}

/** Lists a client's orders, newest first. */
export function clientOrderListHandler({ keys }: Pick<Exchange, 'keys'>): Handlers['client']['orderList'] {
  return async ({ client, query, stores: { clientOrderLists } }) => {
    const page = pageOf(listCursors(keys, `orders of client ${client.id}`), query)
    const part = await clientOrderLists.read({ clientId: client.id, ...page.range })
    const { data, ...envelope } = page.envelopeOf(part)
    const items = data.map(({ id, created_at }) => ({ id, created_at, client_order_id: id }))
    return { ...envelope, data: items }
  }
}

/** The range of a list that a query names, and how its rows become the answer. @throws Refusal fields_incompatible */
function pageOf(cursors: ListCursors, query: OrderListQuery) {
  const rows = Math.min(query.rows ?? ROWS, MOST_ROWS)
  const from = query.cursor === undefined ? undefined : cursors.open(query.cursor)
  const sinceMicros = sinceOf(query, from)
  return {
    range: {
      sinceMicros,
      // One more than is shown says whether there is a page after it.
      limit: rows + 1,
      place: from?.place ?? null,
      skipped: from ? 0n : BigInt(rows) * BigInt((query.page ?? 1) - 1),
    },
    envelopeOf({ total, orders }: ListPart) {
      const shown = orders.slice(0, rows)
      const last = shown.at(-1)
      const goesOn = last && orders.length > rows
      return {
        rows,
        total: Number(total),
        data: shown.map(({ createdMicros, ...order }) => ({
          ...order,
          created_at: microsText(createdMicros),
        })),
        next_cursor: goesOn ? cursors.seal({ place: last, sinceMicros }) : null,
      }
    },
  }
}

/** The time from which orders are listed; a cursor brings that of its own list. @throws Refusal fields_incompatible */
function sinceOf(
  { page, timestamp }: OrderListQuery,
  from: { readonly sinceMicros: bigint | null } | undefined,
): bigint | null {
  const sinceMicros = timestamp === undefined ? undefined : microsFrom(timestamp)
  if (!from) return sinceMicros ?? null
  if (page !== undefined)
    throw fieldRefusal('fields_incompatible', ['page', 'cursor'], 'Send a page or a cursor, not both')
  if (sinceMicros !== undefined && sinceMicros !== from.sinceMicros)
    throw fieldRefusal(
      'fields_incompatible',
      ['timestamp', 'cursor'],
      'The cursor is from a list with another timestamp; send the same or none',
    )
  return from.sinceMicros
}
