import { networkOf } from '@cambio/server/clientAddress.ts'
import type { Clock } from '@cambio/server/Clock.ts'
import type { Query } from '@cambio/server/postgres/Database.ts'
import type { Merchant } from '../merchant/Merchant.ts'

/** What a payer's declines are counted by. */
export type PayerKey = { readonly email: string; readonly ip: string }

/**
 * Whether a payer has had as many declines as its merchant lets one have, by e-mail address or by network. A payer who
 * turned back at the bank was declined by nobody.
 * @returns when one more may be tried; null for now
 */
export async function tooManyDeclines(
  { query, clock }: { query: Query; clock: Clock },
  { id, declinesPerHour, declinesPerDay }: Pick<Merchant, 'id' | 'declinesPerHour' | 'declinesPerDay'>,
  { email, ip }: PayerKey,
): Promise<Date | null> {
  if (declinesPerHour === null && declinesPerDay === null) return null
  const [row] = await query<{ ends_at: Date | null }>({
    name: 'transaction_declines',
    text: DECLINES,
    values: [id, email, networkOf(ip), clock.now(), declinesPerHour, declinesPerDay],
  })
  return row?.ends_at ?? null
}

/** A window is full while the oldest of the last so many declines is in it, and has room when that one leaves it. */
const DECLINES = `
  select max(oldest.created_at + w.span) as ends_at
  from (values (interval '1 hour', $5::int), (interval '1 day', $6::int)) as w (span, most),
    lateral (
      (select created_at from transaction
        where merchant_id = $1 and lower(payer_email) = lower($2) and decline_reason is not null
          and (challenge->>'canceled') is distinct from 'true' and created_at > $4::timestamptz - w.span
        order by created_at desc offset w.most - 1 limit 1)
      union all
      (select created_at from transaction
        where merchant_id = $1 and payer_network = $3 and decline_reason is not null
          and (challenge->>'canceled') is distinct from 'true' and created_at > $4::timestamptz - w.span
        order by created_at desc offset w.most - 1 limit 1)
    ) as oldest
  where w.most is not null`
