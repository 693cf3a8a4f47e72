import { orderData } from '@cambio/exchange/order/data/orderData.ts'
import { microsText } from '@cambio/exchange/order/time.ts'
import type { Partner } from '@cambio/exchange/partner/Partner.ts'
import { fieldRefusal } from '@cambio/wire/http/Problem.ts'
import {
  MOST_ROWS,
  MOST_ROWS_WITH_ORDERS,
  ROWS,
  type PartnerOrderList,
  type PartnerOrderListQuery,
} from '@cambio/wire/order/OrderList.ts'
import type { Handlers } from '../../http/Handler.ts'
import type { Exchange } from '../../program/Exchange.ts'
import type { Stores } from '../../store/stores.ts'
import { listCursors, type CursorPlace, type ListCursors } from './listCursor.ts'
import { filtersIn, filtersOf, isWhole, listOf, orderFilter, type ListFilters } from './listFilters.ts'
import { cursorOfAnotherList, pageNumber, readPage } from './orderList.ts'

/** Lists a partner's orders, all or filtered, with their data on request. */
export function partnerOrderListHandler({
  keys,
  clock,
}: Pick<Exchange, 'keys' | 'clock'>): Handlers['partner']['orderList'] {
  return async ({ partner, query, stores }) => {
    const cursors = listCursors(keys, `orders of partner ${partner.id}`)
    const { filters, place } = listSent(cursors, query)
    const rows = Math.min(query.rows ?? ROWS, query.include ? MOST_ROWS_WITH_ORDERS : MOST_ROWS)
    const number = pageNumber(query)
    const list = isWhole(filters)
      ? await readPage(stores.orderLists, {
          partnerId: partner.id,
          cursors,
          page: {
            rows,
            number,
            place,
            sinceMicros: filters.from === undefined ? null : BigInt(filters.from),
          },
        })
      : await readFiltered(stores, { partner, cursors, filters, place, rows })
    return query.include ? withOrders(stores, list, clock.now()) : list
  }
}

/** The requested list, and where to continue. A cursor contains its own filters. @throws Refusal */
function listSent(
  cursors: ListCursors,
  query: PartnerOrderListQuery,
): { filters: ListFilters; place: CursorPlace | null } {
  const sent = filtersOf(query)
  if (query.cursor === undefined) {
    if (query.page !== undefined && !isWhole(sent))
      throw fieldRefusal(
        'fields_incompatible',
        ['page'],
        'A filtered list is read by its cursor, not by page',
      )
    return { filters: sent, place: null }
  }
  const { list, place } = cursors.open(query.cursor)
  const filters = filtersIn(list)
  for (const name of ['status', 'from', 'until', 'client_external_id', 'updated_since'] as const)
    if (sent[name] !== undefined && sent[name] !== filters[name])
      throw cursorOfAnotherList(name === 'from' && query.from === undefined ? 'timestamp' : name)
  return { filters, place }
}

async function readFiltered(
  stores: Pick<Stores, 'accounts' | 'filteredOrders'>,
  input: {
    readonly partner: Partner
    readonly cursors: ListCursors
    readonly filters: ListFilters
    readonly place: CursorPlace | null
    readonly rows: number
  },
): Promise<PartnerOrderList> {
  const { partner, cursors, filters, place, rows } = input
  const filter = await orderFilter(stores, partner, filters)
  const { orders, next } = await stores.filteredOrders.read({ filter, place, limit: rows })
  return {
    rows,
    total: null,
    data: orders.map((order) => ({
      id: order.id,
      partner_order_id: order.partnerOrderId,
      created_at: microsText(order.createdMicros),
      ...(filter.changedSinceMicros !== null && { updated_at: microsText(order.changedMicros) }),
    })),
    next_cursor: next && cursors.seal({ place: next, list: listOf(filters) }),
  }
}

async function withOrders(
  { orders }: Pick<Stores, 'orders'>,
  list: PartnerOrderList,
  at: Date,
): Promise<PartnerOrderList> {
  const found = await orders.findAll(list.data.map(({ id }) => id))
  const data = list.data.map((item) => {
    const order = found.get(item.id)
    return order ? { ...item, order: orderData(order, at) } : item
  })
  return { ...list, data }
}
