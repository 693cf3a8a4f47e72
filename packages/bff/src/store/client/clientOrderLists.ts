import type { ListPart, ListPlace } from '../order/orderLists.ts'
import type { StoreDeps } from '../StoreDeps.ts'

type ClientListRange = {
  readonly clientId: string
  /** Only orders created from then on, microseconds since 1970; null for all of them. */
  readonly sinceMicros: bigint | null
  readonly limit: number
  /** How many of the newest are skipped. */
  readonly skipped: bigint
  /** Only the orders after this one, which may be gone; null for all of them. */
  readonly place: ListPlace | null
}

/** Lists of one client's orders, newest first. A client has few, so they are counted and skipped one by one. */
export type ClientOrderListStore = { read(range: ClientListRange): Promise<ListPart> }

export function clientOrderListStore({ reads }: Pick<StoreDeps, 'reads'>): ClientOrderListStore {
  return {
    async read({ clientId, sinceMicros, limit, skipped, place }) {
      const after = [place?.createdMicros ?? null, place?.id ?? null]
      const values = [clientId, sinceMicros, limit, skipped, ...after]
      const [row] = await reads<Row>({ name: 'client_order_list', text: LISTED, values })
      const orders = (row?.orders ?? []).map(({ createdMicros, ...order }) => ({
        ...order,
        createdMicros: BigInt(createdMicros),
      }))
      return { total: row?.total ?? 0n, orders }
    },
  }
}

const MICROS = '(extract(epoch from o.created_at) * 1000000)::int8'

/** The whole answer is one row, since an empty page has no row for the total. */
const LISTED = `
  with own as (
    select o.id, o.partner_order_id, ${MICROS} as micros from orders o
    where o.client_id = $1 and ($2::int8 is null or ${MICROS} >= $2)
  ),
  page as (
    select * from own where $5::int8 is null or (micros, id) < ($5, $6)
    order by micros desc, id desc offset $4 limit $3
  )
  select (select count(*) from own) as total,
    (select json_agg(json_build_object('id', id, 'partnerOrderId', partner_order_id,
      'createdMicros', micros::text) order by micros desc, id desc) from page) as orders`

type Row = {
  readonly total: bigint
  readonly orders: readonly { id: string; partnerOrderId: string; createdMicros: string }[] | null
}
