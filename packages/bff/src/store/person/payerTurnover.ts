import type { Query } from '@cambio/server/postgres/Database.ts'
import { authorised, type Identities } from './people.ts'

/**
 * The accepted pay-ins of other orders since a time, EUR cents, whose money was sent from the same account or address
 * as this order's: for any client, at any partner.
 */
export async function payerTurnover(
  query: Query,
  { orderId, marks }: Pick<Identities, 'orderId' | 'marks'>,
  since: Date,
): Promise<bigint> {
  const textsOf = (kind: 'iban' | 'sender') =>
    marks.filter((mark) => mark.kind === kind).map(({ text }) => text)
  const [row] = await query<{ cents: bigint }>({
    name: 'payer_turnover',
    text: TURNOVER,
    values: [orderId, since, textsOf('iban'), textsOf('sender')],
  })
  return BigInt(row?.cents ?? 0)
}

const TURNOVER = `
  select coalesce(sum(o.payin_eur_units), 0) as cents from orders o
  where o.id in (
      select t.order_id from transfer t
      where upper(regexp_replace(t.payer_iban, '\\s', '', 'g')) = any($3) and t.state = 'received'
        and t.payer_iban is not null
      union
      select d.order_id from deposit d where lower(d.sender) = any($4) and d.state = 'received')
    and o.id <> $1 and o.created_at >= $2 and ${authorised('o')}`
