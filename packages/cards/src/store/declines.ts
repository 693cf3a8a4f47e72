import type { Clock } from '@cambio/server/Clock.ts'
import { networkOf } from '@cambio/server/http/clientAddress.ts'
import type { Query } from '@cambio/server/postgres/Database.ts'
import type { Merchant } from '../merchant/Merchant.ts'

/** What a payer's declines are counted by. */
export type PayerKey = { readonly email: string; readonly ip: string }

/**
 * Whether a payer has reached the merchant's limit of declines, by e-mail address or by network. A challenge that the payer
 * canceled does not count.
 * @returns when the next try is allowed; null: now
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

/** A limit of n is reached while the n-th last decline is inside the window; the next try is allowed when it leaves it. */
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
