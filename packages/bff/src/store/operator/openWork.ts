import { chart } from '@cambio/exchange/books/chart.ts'
import type { OpenWorkKind } from '@cambio/exchange/operator/partner/PartnerMoves.ts'
import { statusList } from '../statusList.ts'

/** SQL that counts each kind of open item of the partner in the first parameter, at the time in the second. */
const counts: Readonly<Record<Exclude<OpenWorkKind, 'balance_left'>, string>> = {
  order_open: `
    select from orders where partner_id = $1
      and (status not in (${statusList('done', 'off')}) or hold_reason is not null or due_at is not null)`,
  request_open: `
    select from widget_request r where partner_id = $1 and not used and canceled_at is null and not released
      and expires_at > $2`,
  order_money: `
    select from orders o join account a on a.name in ('${chart.order('')}' || o.id, '${chart.owed('')}' || o.id)
    join posting p on p.account_id = a.id
    where o.partner_id = $1 group by a.id, p.layer having sum(p.units) <> 0`,
  balance_reserved: `
    select from account a join posting p on p.account_id = a.id and p.layer = 'pending'
    where a.name = '${chart.partnerBalance('')}' || $1
      or a.name in (select '${chart.clientBalance('')}' || id from client where partner_id = $1)
    group by a.id having sum(p.units) <> 0`,
  payment_open: `
    select from bank_payment b left join orders o on o.id = b.order_id
    where coalesce(b.partner_id, o.partner_id) = $1 and b.state in ('due', 'exported')`,
  message_waiting: `
    select from callback where partner_id = $1 and state = 'waiting'
    union all select from endpoint_callback c join callback_endpoint e on e.id = c.endpoint_id
      where e.partner_id = $1 and c.state = 'waiting'
    union all select from message where partner_id = $1 and state in ('waiting', 'sending')
    union all select from client_mail m join client c on c.id = m.client_id
      where c.partner_id = $1 and m.state in ('waiting', 'sending')
    union all select from partner_mail where partner_id = $1 and state in ('waiting', 'sending')`,
  review_open: `
    select from verification_review v join client c on c.id = v.client_id
    where c.partner_id = $1 and v.closed_at is null`,
}

/** Counts a partner's open items by kind; kinds without any are left out. */
export const OPEN_WORK = `
  select coalesce(jsonb_object_agg(kind, count) filter (where count > 0), '{}') as open_work from (
    ${Object.entries(counts)
      .map(([kind, text]) => `select '${kind}' as kind, (select count(*) from (${text}) open) as count`)
      .join(' union all ')}
  ) counted`
