import type { Query } from '@cambio/server/postgres/Database.ts'

/** A notification that has not been acknowledged yet. */
export type WaitingNotification = {
  readonly id: string
  readonly url: string
  /** As sent, but for `hash` and `card_token`, which are made when sending. */
  readonly fields: Readonly<Record<string, string>>
  readonly withToken: boolean
  /** How many failed. */
  readonly attempts: number
  readonly firstAttemptAt: Date | null
  readonly transactionId: string
  readonly merchantId: string
  /** Until when nothing is sent to its address. */
  readonly blockedUntil: Date | null
}

type Row = {
  url: string
  fields: Record<string, string>
  with_token: boolean
  attempts: number
  first_attempt_at: Date | null
  transaction_id: string
  merchant_id: string
  blocked_until: Date | null
}

/** A notification that waits to be sent; undefined when it was delivered or given up. */
export async function findNotification(query: Query, id: string): Promise<WaitingNotification | undefined> {
  const [row] = await query<Row>({
    name: 'notification_find',
    text: `select n.url, n.fields, n.with_token, n.attempts, n.first_attempt_at, n.transaction_id, n.merchant_id,
             a.blocked_until
           from notification n left join notification_address a on a.url = n.url
           where n.id = $1 and n.state = 'waiting'`,
    values: [id],
  })
  return (
    row && {
      id,
      url: row.url,
      fields: row.fields,
      withToken: row.with_token,
      attempts: row.attempts,
      firstAttemptAt: row.first_attempt_at,
      transactionId: row.transaction_id,
      merchantId: row.merchant_id,
      blockedUntil: row.blocked_until,
    }
  )
}

/** How an attempt to send a notification ended. */
export type Attempt = {
  readonly startedAt: Date
  readonly endedAt: Date
  readonly firstAttemptAt: Date
  /** Null: the merchant acknowledged it. */
  readonly problem: string | null
  readonly timedOut: boolean
  /** Null: there is none. */
  readonly nextAttemptAt: Date | null
  /** Stretches or shrinks how long an address is blocked. */
  readonly retryFactor: number
}

const MINUTE_MS = 60_000
/** So many timeouts within this time block an address. */
const TIMEOUTS_MOST = 5
const TIMEOUTS_WITHIN_MS = 5 * MINUTE_MS
const BLOCK_MS = 15 * MINUTE_MS

/**
 * Stores how an attempt ended: the notification is delivered, waits for its next attempt, or has failed. A timeout counts
 * against the address, which an acknowledgement clears.
 */
export async function saveAttempt(
  query: Query,
  { id, url }: Pick<WaitingNotification, 'id' | 'url'>,
  attempt: Attempt,
): Promise<void> {
  const { startedAt, problem, nextAttemptAt } = attempt
  await query({
    name: 'notification_attempted',
    text: ATTEMPTED,
    values: [
      id,
      problem === null ? 'delivered' : nextAttemptAt === null ? 'failed' : 'waiting',
      attempt.firstAttemptAt,
      problem,
      nextAttemptAt,
      attempt.timedOut,
      attempt.endedAt,
      new Date(startedAt.getTime() - TIMEOUTS_WITHIN_MS),
      new Date(startedAt.getTime() + BLOCK_MS * attempt.retryFactor),
      TIMEOUTS_MOST,
      url,
    ],
  })
}

const ATTEMPTED = `
  with attempted as (
    update notification set state = $2, attempts = attempts + 1, first_attempt_at = $3, last_problem = $4, due_at = $5,
      lease_until = null, due_attempts = 0
    where id = $1 and state = 'waiting'
    returning url),
  timed_out as (
    insert into notification_address as address (url, timeouts, blocked_until)
    select url, array[$7::timestamptz], null from attempted where $6::boolean
    on conflict (url) do update set
      timeouts = case when $10::int <= 1 + (select count(*) from unnest(address.timeouts) past where past > $8)
        then '{}' else (select array_agg(past) from unnest(address.timeouts) past where past > $8) || $7::timestamptz end,
      blocked_until = case when $10::int <= 1 + (select count(*) from unnest(address.timeouts) past where past > $8)
        then $9 else address.blocked_until end),
  cleared as (
    delete from notification_address where url = $11 and $2 = 'delivered')
  select url from attempted`
