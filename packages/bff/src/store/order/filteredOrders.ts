import type { Status } from '@cambio/wire/order/Order.ts'
import type { StoreDeps } from '../StoreDeps.ts'

/** The filter of a list or a report of a partner's orders. Times are microseconds since 1970. */
export type OrderFilter = {
  readonly partnerId: string
  readonly clientId: string | null
  /** Orders in any of these statuses; null for all. */
  readonly statuses: readonly Status[] | null
  /** Orders created then or later, but before `until`. */
  readonly sinceMicros: bigint | null
  readonly untilMicros: bigint | null
  /** Orders changed then or later. The list is then sorted by the last change. */
  readonly changedSinceMicros: bigint | null
}

/** An order's place in a filtered list: the time that sorts the list, and the id for equal times. */
export type FilteredPlace = { readonly micros: bigint; readonly id: string }

export type FilteredOrder = {
  readonly id: string
  readonly partnerOrderId: string
  readonly clientExternalId: string | null
  readonly createdMicros: bigint
  readonly changedMicros: bigint
}

/** Some orders of a filtered list. There may be fewer than the limit although the list continues. */
export type FilteredPart = {
  readonly orders: readonly FilteredOrder[]
  /** Where the list continues; null at its end. */
  readonly next: FilteredPlace | null
}

export type FilteredOrderStore = {
  /** Sorted by creation, newest first. With a time of change in the filter: by last change, oldest first. */
  read(input: {
    readonly filter: OrderFilter
    readonly limit: number
    /** Null for the beginning. */
    readonly place: FilteredPlace | null
  }): Promise<FilteredPart>
}

/** How many orders one statement checks against the filter: this bounds its cost, whatever the filter. */
const LOOKED_AT = 2_000

export function filteredOrderStore({ reads }: Pick<StoreDeps, 'reads'>): FilteredOrderStore {
  return {
    async read({ filter, limit, place }) {
      const { partnerId, clientId, statuses, sinceMicros, untilMicros, changedSinceMicros } = filter
      const [status = null] = statuses?.length === 1 && clientId === null ? statuses : []
      // One more than is shown: it tells whether there is another page.
      const wanted = limit + 1
      const most = isPassedByAll(filter) ? wanted : Math.max(LOOKED_AT, wanted)
      const bounds = [sinceMicros, untilMicros, changedSinceMicros, place?.micros ?? null, place?.id ?? null]
      const values = [partnerId, clientId, status, ...bounds, most, statuses, wanted]
      const [row] = await reads<Row>({ name: 'order_filtered', text: FILTERED, values })
      const rows = (row?.orders ?? []).map(orderOf)
      const orders = rows.slice(0, limit)
      const last = orders.at(-1)
      if (last && rows.length > limit) return { orders, next: placeOf(filter, last) }
      const isLast = (row?.looked_at ?? 0) < most || !row?.last
      return { orders, next: isLast ? null : placeOf(filter, orderOf(row.last)) }
    },
  }
}

/** Whether the index that is scanned contains only the filter's orders. */
function isPassedByAll({
  clientId,
  statuses,
  sinceMicros,
  untilMicros,
  changedSinceMicros,
}: OrderFilter): boolean {
  if (changedSinceMicros !== null)
    return clientId === null && statuses === null && sinceMicros === null && untilMicros === null
  return statuses === null || (statuses.length === 1 && clientId === null)
}

function placeOf({ changedSinceMicros }: OrderFilter, order: FilteredOrder): FilteredPlace {
  return { micros: changedSinceMicros === null ? order.createdMicros : order.changedMicros, id: order.id }
}

const moment = (parameter: string) => `(timestamptz 'epoch' + ${parameter}::int8 * interval '1 microsecond')`
const micros = (column: string) => `(extract(epoch from ${column}) * 1000000)::int8::text`

/** An order as JSON. */
const LISTED = `json_build_object('id', o.id, 'partnerOrderId', o.partner_order_id,
      'clientExternalId', (select a.external_id from client_account a where a.client_id = o.client_id),
      'createdMicros', ${micros('o.created_at')}, 'changedMicros', ${micros('o.changed_at')})`

const SINCE = `coalesce(${moment('$4')}, '-infinity')`
const UNTIL = `coalesce(${moment('$5')}, 'infinity')`
const BEGINNING = `case when $6::int8 is null then 'infinity'::timestamptz else '-infinity'::timestamptz end`

const FILTERED = `
  with looked_at as materialized (
    select * from filtered_orders($1, $2, $3, ${SINCE}, ${UNTIL}, ${moment('$6')},
      coalesce(${moment('$7')}, ${BEGINNING}), coalesce($8, ''), $9::int4)
    with ordinality as f (id, partner_order_id, created_at, changed_at, status, client_id, number)
  ),
  page as (
    select * from looked_at
    where ($10::text[] is null or status = any ($10)) and ($2::text is null or client_id = $2)
      and created_at >= ${SINCE} and created_at < ${UNTIL}
    order by number limit $11::int4
  )
  select (select count(*) from looked_at)::int4 as looked_at,
    (select ${LISTED} from looked_at o order by number desc limit 1) as last,
    (select json_agg(${LISTED} order by o.number) from page o) as orders`

type ListedRow = Omit<FilteredOrder, 'createdMicros' | 'changedMicros'> & {
  readonly createdMicros: string
  readonly changedMicros: string
}
type Row = {
  readonly looked_at: number
  readonly last: ListedRow | null
  readonly orders: readonly ListedRow[] | null
}

function orderOf({ createdMicros, changedMicros, ...order }: ListedRow): FilteredOrder {
  return { ...order, createdMicros: BigInt(createdMicros), changedMicros: BigInt(changedMicros) }
}
