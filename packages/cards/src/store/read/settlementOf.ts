import type { Query } from '@cambio/server/postgres/Database.ts'

/** What happened to a merchant's payments in one currency in a span of time. Money is in the currency's smallest units. */
export type Settlement = {
  readonly currency: string
  readonly captures: bigint
  readonly captured: bigint
  readonly refunds: bigint
  readonly refunded: bigint
  readonly chargebacks: bigint
  /** Less what disputes won again. */
  readonly chargedBack: bigint
  /** What the merchant is owed for that time, by the books. */
  readonly ledger: bigint
}

/** A merchant's settlement in each currency, from a time until before another. */
export function settlementOf(
  query: Query,
  { merchantId, from, before }: { readonly merchantId: string; readonly from: Date; readonly before: Date },
): Promise<Settlement[]> {
  return query<Settlement>({ name: 'settlement', text: SETTLEMENT, values: [merchantId, from, before] })
}

/**
 * Two independent sums: of the day's transactions, and of the day's postings to the merchant in the ledger. A currency
 * that only one of them has is a line, too.
 */
const SETTLEMENT = `
  with happened as (
    select t.currency, l.type, count(*) as times, sum(l.units) as units
    from transaction_log l join transaction t on t.id = l.transaction_id
    where t.merchant_id = $1 and l.at >= $2 and l.at < $3 and l.status = 'success'
      and l.type in ('CAPTURE', 'REFUND', 'CHARGEBACK', 'CHARGEBACK_REVERSAL')
    group by t.currency, l.type),
  booked as (
    select a.asset as currency, -sum(p.units) as units
    from account a
      join posting p on p.account_id = a.id and p.layer = 'posted'
      join journal j on j.id = p.journal_id
    where a.name = 'merchant:' || $1::uuid || ':payable' and j.posted_at >= $2 and j.posted_at < $3
    group by a.asset)
  select currency,
    coalesce(sum(times) filter (where type = 'CAPTURE'), 0)::int8 as captures,
    coalesce(sum(units) filter (where type = 'CAPTURE'), 0) as captured,
    coalesce(sum(times) filter (where type = 'REFUND'), 0)::int8 as refunds,
    coalesce(sum(units) filter (where type = 'REFUND'), 0) as refunded,
    coalesce(sum(times) filter (where type = 'CHARGEBACK'), 0)::int8 as chargebacks,
    coalesce(sum(units) filter (where type = 'CHARGEBACK'), 0)
      - coalesce(sum(units) filter (where type = 'CHARGEBACK_REVERSAL'), 0) as "chargedBack",
    coalesce((select b.units from booked b where b.currency = currencies.currency), 0) as ledger
  from (select currency from happened union select currency from booked) currencies left join happened using (currency)
  group by currency order by currency`
