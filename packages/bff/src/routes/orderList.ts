import { microsFrom, microsText } from '@cambio/exchange/order/time.ts'
import { MOST_ROWS, ROWS, type OrderListQuery } from '@cambio/wire/OrderList.ts'
import { fieldRefusal } from '@cambio/wire/Problem.ts'
import type { Handlers } from '../http/Handler.ts'
import type { Exchange } from '../program/Exchange.ts'
import { listCursors } from './listCursor.ts'

/** Lists a partner's orders, newest first. */
export function partnerOrderListHandler({ keys }: Pick<Exchange, 'keys'>): Handlers['partner']['orderList'] {
  return async ({ partner, query, stores }) => {
    const cursors = listCursors(keys, `orders of partner ${partner.id}`)
    const rows = Math.min(query.rows ?? ROWS, MOST_ROWS)
    const from = query.cursor === undefined ? undefined : cursors.open(query.cursor)
    const sinceMicros = sinceOf(query, from)
    // One more than is shown says whether there is a page after it.
    const asked = { partnerId: partner.id, sinceMicros, limit: rows + 1 }
    const part = await (from
      ? stores.orderLists.after({ ...asked, place: from.place })
      : stores.orderLists.skipping({ ...asked, skipped: BigInt(rows) * BigInt((query.page ?? 1) - 1) }))
    const shown = part.orders.slice(0, rows)
    const last = shown.at(-1)
    const goesOn = last && part.orders.length > rows
    return {
      rows,
      total: Number(part.total),
      data: shown.map(({ id, createdMicros, partnerOrderId }) => ({
        created_at: microsText(createdMicros),
        id,
        partner_order_id: partnerOrderId,
      })),
      next_cursor: goesOn ? cursors.seal({ place: last, sinceMicros }) : null,
    }
  }
}

/** From when on: a cursor goes on in the list that it is from. @throws Refusal fields_incompatible */
function sinceOf(
  { page, timestamp }: OrderListQuery,
  from: { readonly sinceMicros: bigint | null } | undefined,
): bigint | null {
  const asked = timestamp === undefined ? undefined : microsFrom(timestamp)
  if (!from) return asked ?? null
  if (page !== undefined)
    throw fieldRefusal('fields_incompatible', ['page', 'cursor'], 'Send a page or a cursor, not both')
  if (asked !== undefined && asked !== from.sinceMicros)
    throw fieldRefusal(
      'fields_incompatible',
      ['timestamp', 'cursor'],
      'The cursor is from a list with another timestamp; send the same or none',
    )
  return from.sinceMicros
}
