import type { Query } from '@cambio/server/postgres/Database.ts'
import type * as Money from '@cambio/wire/Money.ts'
import type { Metadata } from '@cambio/wire/partner/Metadata.ts'

/** An order in a list. */
export type FoundOrder = {
  readonly id: string
  readonly partnerOrderId: string
  readonly partner: string
  readonly status: string
  readonly substatus: string | null
  readonly attentionReason: string | null
  readonly payin: Money.Money
  readonly payout: Money.Money
  readonly createdAt: Date
}

/** Which orders to find; null means any. */
export type OrderSearch = {
  /** Any known value of an order: one of its ids, an address, an e-mail address, a transaction, a payer's IBAN. */
  readonly text: string | null
  readonly status: string | null
  readonly partnerId: string | null
  /** The metadata that its partner stored with it or with its client. */
  readonly metadata: Metadata | null
  /** Whether to find only orders that wait for the operator. */
  readonly isWaiting: boolean
  readonly rows: number
}

type Row = Omit<FoundOrder, 'payin' | 'payout'> & {
  readonly payin_units: bigint
  readonly payin_currency: string
  readonly payout_units: bigint
  readonly payout_currency: string
}

/** Orders, newest first. */
export async function searchOrders(
  query: Query,
  { text, status, partnerId, metadata, isWaiting, rows }: OrderSearch,
): Promise<FoundOrder[]> {
  const values = [text, status, partnerId, isWaiting, rows, metadata]
  const found = await query<Row>({ name: 'read_order_search', text: SEARCH, values })
  return found.map(({ payin_units, payin_currency, payout_units, payout_currency, ...order }) => ({
    ...order,
    payin: { units: payin_units, currency: payin_currency },
    payout: { units: payout_units, currency: payout_currency },
  }))
}

const SEARCH = `
  select o.id, o.partner_order_id as "partnerOrderId", p.name as partner, o.status, o.substatus,
    o.hold_reason as "attentionReason", o.payin_units, o.payin_currency, o.payout_units, o.payout_currency,
    o.created_at as "createdAt"
  from orders o join partner p on p.id = o.partner_id
  where ($1::text is null or o.id in (
      select id from orders where id = upper($1) or partner_order_id = $1 or payout_txid = $1
        or $1 in (address, payin_address, refund_address)
        or $1 ~* '^0x[0-9a-f]{40}$' and lower($1) in (lower(address), lower(payin_address), lower(refund_address))
        or email = lower($1) or request_id = $1 or child_id = upper($1)
      union select order_id from attempt where platform_order_id = $1 or trans_id = $1
      union select order_id from transfer where entry = $1 or payer_iban = upper(replace($1, ' ', ''))
      union select order_id from deposit where starts_with(entry, lower($1) || ':')
      union select x.id from orders x join client_account a on a.client_id = x.client_id where a.external_id = $1
    ))
    and ($2::text is null or o.status = $2) and ($3::text is null or o.partner_id = $3)
    and (not $4::bool or o.hold_reason is not null)
    and ($6::jsonb is null or o.id in (
      select order_id from order_metadata where metadata @> $6
      union select x.id from orders x join client_account a on a.client_id = x.client_id where a.metadata @> $6
    ))
  order by o.created_at desc, o.id limit $5`
