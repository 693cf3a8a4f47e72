import type { Query } from '@cambio/server/postgres/Database.ts'
import { journalsParameter } from '@cambio/server/postgres/Ledger.ts'
import type { Transaction } from '../Transaction.ts'
import type { Change } from '../life/Change.ts'
import { dueAtOf } from '../life/dueAtOf.ts'
import { changingColumns, transactionColumns, transactionOf, type TransactionRow } from './transactionRow.ts'

/** One transaction by its trans_id, of whichever merchant. */
export async function findTransaction(query: Query, id: string): Promise<Transaction | undefined> {
  const [row] = await query<TransactionRow>({
    name: 'transaction_find',
    text: `select ${transactionColumns()} from transaction where id = $1`,
    values: [id],
  })
  return row && transactionOf(row)
}

/*
 * A statement that touches operations of a transaction takes the transaction first, whatever order the operations come
 * in, so that two of them wait for each other at one place and never in a circle.
 */

/** Has a transaction asked about now, and its operations that are under way; one that waits for its time goes on waiting. */
export async function wake(query: Query, id: string, at: Date): Promise<void> {
  await query({
    name: 'transaction_wake',
    text: `with awake as (update transaction set due_at = $2 where id = $1 returning id)
           update operation o set due_at = $2 from awake
           where o.transaction_id = awake.id and o.state = 'open' and o.due_attempts > 0`,
    values: [id, at],
    wakes: ['cards_transaction', 'cards_operation'],
  })
}

/**
 * Everything that was sent under one order_id, with the fingerprints of the requests: what was not declined, then the
 * newest first. Not by time alone, since two processes may not agree on it.
 */
export async function transactionsOfOrder(
  query: Query,
  merchantId: string,
  orderId: string,
): Promise<readonly { transaction: Transaction; fingerprint: Buffer }[]> {
  const rows = await query<TransactionRow>({
    name: 'transaction_of_order',
    text: `select ${transactionColumns()} from transaction where merchant_id = $1 and order_id = $2
           order by state = 'declined', created_at desc, id`,
    values: [merchantId, orderId],
  })
  return rows.map((row) => ({ transaction: transactionOf(row), fingerprint: row.fingerprint }))
}

/** Schedules the question to the acquirer how an undecided transaction stands, unless an earlier one is due already. */
export async function scheduleQuestion(query: Query, id: string, at: Date): Promise<void> {
  await query({
    name: 'transaction_ask_at',
    text: `update transaction set due_at = least(due_at, $2) where id = $1 and state in ('authorising', 'challenged')`,
    values: [id, at],
  })
}

/** Postpones that question for an authorisation whose answer was lost, and ends its lease: nobody works on it until then. */
export async function postponeQuestion(query: Query, id: string, at: Date): Promise<void> {
  await query({
    name: 'transaction_ask_later',
    text: `update transaction set due_at = $2, lease_until = null where id = $1 and state = 'authorising'`,
    values: [id, at],
  })
}

export type LogRow = { at: Date; type: string; status: string; units: bigint }

/** What happened to a transaction, oldest first. */
export async function logOf(query: Query, id: string): Promise<LogRow[]> {
  return query<LogRow>({
    name: 'transaction_log_of',
    text: 'select at, type, status, units from transaction_log where transaction_id = $1 order by seq',
    values: [id],
  })
}

/**
 * Writes a change with all that follows from it, in one statement, if nobody has changed the transaction since it was
 * read: the new state, the log, the ledger, the operation that begins or ends, the notification.
 * @returns false when somebody has; nothing was written then
 */
export async function writeChange(
  query: Query,
  before: Transaction,
  change: Change,
  news: { at: Date; notification: NewNotification | null },
): Promise<boolean> {
  const { log, open, close } = change
  const rows = await query<{ id: string }>({
    name: 'transaction_change',
    text: CHANGE,
    values: [
      before.id,
      before.seq,
      news.at,
      ...changingColumns(change.next),
      dueAtOf(change.next, news.at),
      journalsParameter(change.journals ?? []),
      log?.type ?? null,
      log?.status ?? null,
      log?.units ?? null,
      open?.id ?? null,
      open?.kind ?? null,
      open?.units ?? null,
      open?.dueAt ?? null,
      close?.id ?? null,
      close?.state ?? null,
      close?.reason ?? null,
      change.dropCaptures ?? false,
      news.notification && JSON.stringify(news.notification.fields),
      news.notification?.withToken ?? false,
    ],
    wakes: [...(open ? ['cards_operation'] : []), ...(news.notification ? ['cards_notification'] : [])],
  })
  return rows.length === 1
}

/** A notification to be: its fields as sent, but for those that are made when sending. */
export type NewNotification = {
  readonly fields: Readonly<Record<string, string>>
  readonly withToken: boolean
}

const CHANGE = `
  with changed as (
    update transaction set seq = seq + 1, state = $4, reference = $5, running = $6, releasing = $7,
      challenge = $8::json, answered = $9, decline_reason = $10, captured = $11, refunding = $12, refunded = $13,
      charged_back = $14, due_at = $15, lease_until = null, due_attempts = 0
    where id = $1 and seq = $2
    returning id, merchant_id, seq, state, vault_id),
  logged as (
    insert into transaction_log (transaction_id, seq, at, type, status, units)
    select id, seq, $3, $17, $18, $19 from changed where $17::text is not null),
  opened as (
    insert into operation (id, transaction_id, kind, units, state, created_at, due_at)
    select $20, id, $21, $22, 'open', $3, $23 from changed where $20::text is not null),
  ended as (
    update operation o set
      state = case when o.id = $24 then $25 else 'dropped' end,
      decline_reason = case when o.id = $24 then $26 end,
      ended_at = $3, due_at = null, lease_until = null
    from changed c
    where o.transaction_id = c.id and o.state = 'open'
      and (o.id = $24 or ($27::boolean and o.kind = 'capture'))),
  activated as (
    update vault_card v set activated_at = coalesce(v.activated_at, $3)
    from changed c where v.id = c.vault_id and c.state = 'held'),
  forgotten as (
    delete from vault_card v using changed c
    where v.id = c.vault_id and c.state = 'declined' and v.activated_at is null),
  notified as (
    insert into notification (id, transaction_id, merchant_id, url, fields, with_token, state, created_at, due_at)
    select c.id || '-' || c.seq, c.id, c.merchant_id, m.notification_url, $28::jsonb, $29, 'waiting', $3, $3
    from changed c join merchant m on m.id = c.merchant_id
    where $28::jsonb is not null and m.notification_url is not null)
  select c.id, post_journals($16::jsonb, $3) from changed c`
