import type { Statement } from '@cambio/server/postgres/Database.ts'
import { journalsParameter } from '@cambio/server/postgres/Ledger.ts'
import type { Change } from '../transaction/Change.ts'
import { dueAtOf } from '../transaction/dueAtOf.ts'
import { isUndecided, type Transaction } from '../transaction/Transaction.ts'
import { changingColumns } from './transactionRow.ts'

/** A notification that is to be sent: its fields but for `hash` and `card_token`, which are made when sending. */
export type NewNotification = {
  readonly fields: Readonly<Record<string, string>>
  readonly withToken: boolean
}

/**
 * The statement that stores a change. It returns one row, or none when the transaction was changed since it was read.
 * Parts that are not needed are left out, because the database opens every table and index that a statement names.
 */
export function changeStatement(
  before: Transaction,
  { next, log, journals, open, close, dropCaptures = false }: Change,
  { at, notification }: { at: Date; notification: NewNotification | null },
): Statement {
  const values: unknown[] = []
  const $ = (value: unknown) => `$${values.push(value)}`
  const changed = `
    update transaction set seq = seq + 1, ${changingColumns(next)
      .map(([column, value]) => `${column} = ${$(value)}`)
      .join(', ')}, due_at = null, lease_until = null
    where id = ${$(before.id)} and seq = ${$(before.seq)}
    returning id, merchant_id, seq, ${$(at)}::timestamptz as at`
  const parts: Record<string, string> = {}
  const dueAt = dueAtOf(next, at)
  if (dueAt !== null)
    parts['asked'] = `
    insert into question (transaction_id, due_at) select id, ${$(dueAt)} from changed
    on conflict (transaction_id) do update set due_at = excluded.due_at, lease_until = null, due_attempts = 0`
  // A question about a decided payment was raised by a webhook, and ends with its own answer.
  else if (isUndecided(before))
    parts['answered'] = `
    delete from question where transaction_id = ${$(before.id)} and exists (select from changed)`
  if (log !== undefined)
    parts['logged'] = `
    insert into transaction_log (transaction_id, seq, at, type, status, units)
    select id, seq, at, ${$(log.type)}, ${$(log.status)}, ${$(log.units)} from changed`
  if (open !== undefined)
    parts['opened'] = `
    insert into operation (id, transaction_id, kind, units, state, created_at, due_at)
    select ${$(open.id)}, id, ${$(open.kind)}, ${$(open.units)}, 'open', at, ${$(open.dueAt)} from changed`
  if (close !== undefined || dropCaptures) {
    const closed = `o.id = ${$(close?.id ?? null)}`
    parts['ended'] = `
    update operation o set
      state = case when ${closed} then ${$(close?.state ?? null)} else 'dropped' end,
      decline_reason = case when ${closed} then ${$(close?.reason ?? null)} end,
      ended_at = c.at, due_at = null, lease_until = null
    from changed c
    where o.transaction_id = c.id and o.state = 'open' and (${closed} or (${$(dropCaptures)} and o.kind = 'capture'))`
  }
  if (next.vaultId !== null && next.state === 'held')
    parts['activated'] = `
    update vault_card v set activated_at = coalesce(v.activated_at, c.at) from changed c where v.id = ${$(next.vaultId)}`
  if (next.vaultId !== null && next.state === 'declined')
    parts['forgotten'] = `
    delete from vault_card where id = ${$(next.vaultId)} and activated_at is null and exists (select from changed)`
  if (notification !== null)
    parts['notified'] = `
    insert into notification (id, transaction_id, merchant_id, url, fields, with_token, state, created_at, due_at)
    select c.id || '-' || c.seq, c.id, c.merchant_id, m.notification_url, ${$(JSON.stringify(notification.fields))}::jsonb,
      ${$(notification.withToken)}, 'waiting', c.at, c.at
    from changed c join merchant m on m.id = c.merchant_id where m.notification_url is not null`
  const posts = journals !== undefined && journals.length > 0
  const posted = posts ? `, post_journals(${$(journalsParameter(journals))}::jsonb, at)` : ''
  return {
    name: ['change', ...Object.keys(parts), ...(posts ? ['posted'] : [])].join('_'),
    text: `
  with ${Object.entries({ changed, ...parts })
    .map(([name, text]) => `${name} as (${text})`)
    .join(',\n  ')}
  select id${posted} from changed`,
    values,
    wakes: [...(open ? ['cards_operation'] : []), ...(notification ? ['cards_notification'] : [])],
  }
}
