import { orderReportRow } from '@cambio/exchange/order/data/orderReportRow.ts'
import type { OrderReportRow } from '@cambio/wire/order/OrderReport.ts'
import type { Handlers } from '../../http/Handler.ts'
import type { Exchange } from '../../program/Exchange.ts'
import type { FilteredPlace, OrderFilter } from '../../store/order/filteredOrders.ts'
import type { Stores } from '../../store/stores.ts'
import { filtersOf, orderFilter } from './listFilters.ts'
import { reportLimit } from './reportLimit.ts'

/** How many orders are read, and in memory, at once. */
const READ_AT_ONCE = 200

/** Reports a partner's orders, in the order of the list with the same filters. */
export function orderReportHandler({ clock }: Pick<Exchange, 'clock'>): Handlers['partner']['orderReport'] {
  const reports = reportLimit()
  return async ({ partner, query: { format: _format, ...query }, stores }) => {
    const filter = await orderFilter(stores, partner, filtersOf(query))
    return reports.oneOf(
      partner.id,
      rowsOf(stores, filter, () => clock.now()),
    )
  }
}

/** The rows, one query for each batch: a slow reader occupies no connection. */
async function* rowsOf(
  { filteredOrders, orders }: Pick<Stores, 'filteredOrders' | 'orders'>,
  filter: OrderFilter,
  now: () => Date,
): AsyncGenerator<readonly OrderReportRow[]> {
  let place: FilteredPlace | null = null
  do {
    const part = await filteredOrders.read({ filter, place, limit: READ_AT_ONCE })
    const found = await orders.findAll(part.orders.map(({ id }) => id))
    const at = now()
    yield part.orders.flatMap(({ id, clientExternalId, changedMicros }) => {
      const order = found.get(id)
      const changedAt = new Date(Number(changedMicros / 1_000n))
      return order ? [orderReportRow(order, { clientExternalId, changedAt, at })] : []
    })
    place = part.next
  } while (place !== null)
}
