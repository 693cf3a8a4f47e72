import type { Exchange } from '../program/Exchange.ts'

const HOUR_MS = 60 * 60 * 1_000
const DAY_MS = 24 * HOUR_MS
/** First answers, requests that came to nothing and what callbacks said are kept this long, milliseconds. */
const KEPT_MS = 31 * DAY_MS

/**
 * Removes what is over: codes, sessions, verifications, card forms, prices nobody may name any more, hints that were
 * followed, first answers, requests without an order, and the bodies of callbacks. Orders stay with all that made them.
 */
export async function purge({ database, clock }: Pick<Exchange, 'database' | 'clock'>): Promise<void> {
  const now = clock.now()
  const before = (ms: number) => new Date(now.getTime() - ms)
  const removals = [
    ['mail_code', 'expires_at < $1', now],
    ['session', 'expires_at < $1', now],
    ['verification', 'expires_at < $1', now],
    ['card_form', 'created_at < $1', before(DAY_MS)],
    ['quote', 'expires_at < $1', before(HOUR_MS)],
    ['idempotency', 'created_at < $1', before(KEPT_MS)],
    ['hint', 'due_at is null and $1::timestamptz is not null', now],
  ] as const
  for (const [table, over, at] of removals)
    await database.query({ name: `purge_${table}`, text: `delete from ${table} where ${over}`, values: [at] })
  const old = [before(KEPT_MS)]
  await database.query({ name: 'purge_callback', text: FORGET_BODIES, values: old })
  await database.query({ name: 'purge_request_mark', text: MARK_USED, values: old })
  await database.query({ name: 'purge_request', text: REMOVE_UNUSED, values: old })
}

const FORGET_BODIES = 'update callback set body = null where ended_at < $1 and body is not null'

/** Each request is looked at once: what came of it can no longer change when it has expired. */
const MARK_USED = `
  update widget_request r set used = true
  where expires_at < $1 and not used and exists (select from orders o where o.request_id = r.id)`

/** The id goes with the request, so the partner may use it again. */
const REMOVE_UNUSED = `
  with removed as (
    delete from widget_request where expires_at < $1 and not used returning partner_id, partner_order_id
  )
  delete from partner_order_claim c using removed
  where c.partner_id = removed.partner_id and c.partner_order_id = removed.partner_order_id`
