import type { StoreDeps } from '../StoreDeps.ts'

/** An order's place in a list: microseconds since 1970, and the id among orders of the same moment. */
export type ListPlace = { readonly createdMicros: bigint; readonly id: string }

export type ListedOrder = ListPlace & { readonly partnerOrderId: string }

/** Part of a list, newest first, and how many orders the whole list has. Both were true at the same moment. */
export type ListPart = { readonly total: bigint; readonly orders: readonly ListedOrder[] }

type ListRange = {
  readonly partnerId: string
  /** Only orders created from then on, microseconds since 1970; null for all of them. */
  readonly sinceMicros: bigint | null
  readonly limit: number
}

export type OrderListStore = {
  /** The orders after skipping some of the newest. The cost does not depend on how many are skipped. */
  skipping(range: ListRange & { readonly skipped: bigint }): Promise<ListPart>
  /** The orders after a place. The order at that place may be gone. */
  after(range: ListRange & { readonly place: ListPlace }): Promise<ListPart>
  /** Counts the orders placed since the last count, so that lists need not. */
  count(): Promise<void>
}

/** Lists of a partner's orders. migrations/003_lists.sql explains how they are counted. */
export function orderListStore({ query, reads }: Pick<StoreDeps, 'query' | 'reads'>): OrderListStore {
  return {
    async skipping({ partnerId, sinceMicros, limit, skipped }) {
      const values = [partnerId, sinceMicros, limit, skipped]
      return partOf(await reads<Row>({ name: 'order_list_skipping', text: SKIPPING, values }))
    },
    async after({ partnerId, sinceMicros, limit, place }) {
      const values = [partnerId, sinceMicros, limit, place.createdMicros, place.id]
      return partOf(await reads<Row>({ name: 'order_list_after', text: AFTER, values }))
    },
    async count() {
      for (let counted = BATCH; counted === BATCH;) {
        const [row] = await query<{ counted: number }>({
          name: 'order_list_count',
          text: 'select count_orders($1) as counted',
          values: [BATCH],
        })
        counted = row?.counted ?? 0
      }
    },
  }
}

/** Orders that are counted in one transaction. */
const BATCH = 1_000

const moment = (parameter: string) => `(timestamptz 'epoch' + ${parameter}::int8 * interval '1 microsecond')`

const SINCE = `coalesce(${moment('$2')}, '-infinity')`

const COUNTS = `
  counts as materialized (
    select orders_before($1, 'infinity') as orders,
      case when $2::int8 is null then 0 else orders_before($1, ${moment('$2')}) end as too_old
  )`

/** The whole answer is one row, since an empty page has no row for the total. */
const LISTED = `
  select orders - too_old as total,
    (select json_agg(json_build_object('id', o.id, 'partnerOrderId', o.partner_order_id,
        'createdMicros', (extract(epoch from o.created_at) * 1000000)::int8::text)
      order by o.created_at desc, o.id desc) from page o) as orders
  from counts`

const SKIPPING = `
  with ${COUNTS},
  page as (
    select o.* from counts,
      list_start($1, counts.orders, $4) start,
      listed_orders($1, ${SINCE}, start.before_at, start.before_id, start.still_skipped, $3) o
  )
  ${LISTED}`

const AFTER = `
  with ${COUNTS},
  page as (select * from listed_orders($1, ${SINCE}, ${moment('$4')}, $5, 0, $3))
  ${LISTED}`

type Row = {
  readonly total: bigint
  readonly orders: readonly { id: string; partnerOrderId: string; createdMicros: string }[] | null
}

function partOf([row]: readonly Row[]): ListPart {
  const orders = (row?.orders ?? []).map((order) => ({
    ...order,
    createdMicros: BigInt(order.createdMicros),
  }))
  return { total: row?.total ?? 0n, orders }
}
