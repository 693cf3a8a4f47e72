import type { Query } from '@cambio/server/postgres/Database.ts'
import type { OrderTerms } from '@cambio/wire/widget/Widget.ts'
import type { TypicalSeconds } from '@cambio/wire/widget/Widget.ts'

/** What orders of about the same duration have in common. */
export type Way = Pick<OrderTerms, 'payin_group' | 'payout_group' | 'payout_currency'>

/** At most this many finished orders are measured. */
const MOST_SAMPLES = 50
/** Fewer orders than this give no estimate. */
const FEWEST_SAMPLES = 5

/**
 * The median duration of finished orders of a way, in two parts: from the payment to its approval, and from there to
 * the end. A card payment begins when the card is submitted, coins when they are first seen, a transfer when the order
 * is placed. Null if there are too few orders, or the way has no such part.
 * @param since orders placed before are left out
 */
export async function typicalSeconds(query: Query, way: Way, since: Date): Promise<TypicalSeconds> {
  const [row] = await query<Row>({
    name: 'order_typical_seconds',
    text: TYPICAL,
    values: [way.payin_group, way.payout_group, way.payout_currency, since, MOST_SAMPLES],
  })
  return {
    payin: row && row.payins >= FEWEST_SAMPLES ? row.payin : null,
    payout: row && row.payouts >= FEWEST_SAMPLES ? row.payout : null,
  }
}

type Row = {
  readonly payins: bigint
  readonly payin: number | null
  readonly payouts: bigint
  readonly payout: number | null
}

const TYPICAL = `
  with recent as (
    select id, created_at, payin_group from orders
    where status = 'finished' and payin_group = $1 and payout_group = $2 and payout_currency = $3 and created_at >= $4
    order by created_at desc limit $5
  ), spans as (
    select
      paid_at - case payin_group
        when 'card' then (select max(a.opened_at) from attempt a where a.order_id = r.id and a.opened_at <= paid_at)
        when 'crypto' then (select min(d.seen_at) from deposit d where d.order_id = r.id)
        when 'sepa' then r.created_at
      end as payin,
      done_at - paid_at as payout
    from recent r cross join lateral (
      select min(e.at) filter (where e.status in ('auth_success', 'processing_payout')) as paid_at,
        min(e.at) filter (where e.status = 'finished') as done_at
      from order_event e where e.order_id = r.id
    ) event
  )
  select count(payin) as payins, count(payout) as payouts,
    ceil(extract(epoch from percentile_cont(0.5) within group (order by payin)))::int4 as payin,
    ceil(extract(epoch from percentile_cont(0.5) within group (order by payout)))::int4 as payout
  from spans`
