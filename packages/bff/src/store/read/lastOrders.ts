import type { Quote } from '@cambio/exchange/price/Quote.ts'
import { columns } from '@cambio/server/postgres/columns.ts'
import type { Query } from '@cambio/server/postgres/Database.ts'
import { fromColumns, quoteNames, type QuoteColumns } from '../order/QuoteColumns.ts'

/** The price of an order, with its coupon. */
export type PricedOrder = {
  readonly id: string
  readonly partnerId: string
  readonly createdAt: Date
  readonly quote: Quote
  /** What its coupon takes off the service fee, in basis points; zero without a coupon. */
  readonly couponOffBps: bigint
  /** Whether its coins are sold for its partner, so that the pay-out costs no network fee. */
  readonly isSoldForPartner: boolean
}

type Row = QuoteColumns & {
  readonly id: string
  readonly partner_id: string
  readonly created_at: Date
  readonly child_id: string | null
  readonly off_bps: number | null
}

const pricedColumns = columns<Omit<Row, 'off_bps'>>({
  ...quoteNames,
  id: true,
  partner_id: true,
  created_at: true,
  child_id: true,
})

/** The newest orders, newest first: of one partner, or of all. */
export async function lastOrders(
  query: Query,
  { partnerId, count }: { partnerId: string | null; count: number },
): Promise<PricedOrder[]> {
  const rows = await query<Row>({ name: 'orders_last', text: LAST, values: [partnerId, count] })
  return rows.map((row) => ({
    id: row.id,
    partnerId: row.partner_id,
    createdAt: row.created_at,
    quote: fromColumns(row),
    couponOffBps: BigInt(row.off_bps ?? 0),
    isSoldForPartner: row.child_id !== null,
  }))
}

/** The newest of each partner first, since orders are sorted by time within each partner. */
const LAST = `
  select ${pricedColumns('o')}, c.off_bps
  from partner p
  cross join lateral (
    select ${pricedColumns()}, coupon from orders where orders.partner_id = p.id order by created_at desc, id desc limit $2
  ) o
  left join coupon c on c.partner_id = o.partner_id and c.code = o.coupon
  where $1::text is null or p.id = $1
  order by o.created_at desc, o.id desc limit $2`
