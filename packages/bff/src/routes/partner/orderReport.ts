import { orderReportRow } from '@cambio/exchange/order/data/orderReportRow.ts'
import { Refusal } from '@cambio/wire/http/Problem.ts'
import type { OrderReportRow } from '@cambio/wire/order/OrderReport.ts'
import type { Handlers } from '../../http/Handler.ts'
import type { Exchange } from '../../program/Exchange.ts'
import type { FilteredPlace, OrderFilter } from '../../store/order/filteredOrders.ts'
import type { Stores } from '../../store/stores.ts'
import { filtersOf, orderFilter } from './listFilters.ts'

/** How many orders are read, and in memory, at once. */
const READ_AT_ONCE = 200
/** How many reports one partner may be reading at once here: the others' requests share the database with them. */
const MOST_AT_ONCE = 2
const RETRY_AFTER_SECONDS = 5

/** Reports a partner's orders, in the order of the list with the same filters. */
export function orderReportHandler({ clock }: Pick<Exchange, 'clock'>): Handlers['partner']['orderReport'] {
  const reading = new Map<string, number>()
  return async ({ partner, query: { format: _format, ...query }, stores }) => {
    const filter = await orderFilter(stores, partner, filtersOf(query))
    return oneOfFew(
      reading,
      partner.id,
      rowsOf(stores, filter, () => clock.now()),
    )
  }
}

/** The rows, where the partner is not reading enough reports already. @throws Refusal too_many_requests */
async function* oneOfFew<Rows>(
  reading: Map<string, number>,
  partnerId: string,
  rows: AsyncIterable<Rows>,
): AsyncGenerator<Rows> {
  const others = reading.get(partnerId) ?? 0
  if (others >= MOST_AT_ONCE)
    throw new Refusal(
      'too_many_requests',
      `You are reading ${others} reports; read one to its end, or close its connection, before the next`,
      { extra: { retry_after: RETRY_AFTER_SECONDS } },
    )
  reading.set(partnerId, others + 1)
  try {
    yield* rows
  } finally {
    const left = (reading.get(partnerId) ?? 1) - 1
    if (left > 0) reading.set(partnerId, left)
    else reading.delete(partnerId)
  }
}

/** The rows, a batch for each statement that found some: none holds a connection while its reader is slow. */
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
