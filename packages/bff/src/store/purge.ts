import { removeRows } from '@cambio/server/work/removeRows.ts'
import type { Exchange } from '../program/Exchange.ts'
import { REQUESTS_KEPT_MS } from './partnerRequests.ts'

const HOUR_MS = 60 * 60 * 1_000
const DAY_MS = 24 * HOUR_MS
/** How long first answers, requests without an order and the bodies of callbacks are stored, milliseconds. */
export const KEPT_MS = 31 * DAY_MS

/**
 * Removes what has expired: codes, login tokens, remembered devices, challenges of passkeys, sessions, verifications,
 * card forms, prices that can no longer be used, notices that were followed, first answers, requests without an order,
 * and the bodies of callbacks with the attempts to deliver them. Orders stay with all their data.
 */
export async function purge({ database, clock }: Pick<Exchange, 'database' | 'clock'>): Promise<void> {
  const now = clock.now()
  const before = (ms: number) => new Date(now.getTime() - ms)
  await removeRows(database.query, [
    { table: 'mail_code', where: 'expires_at < $1', at: now },
    { table: 'entry_code', where: 'expires_at < $1', at: now },
    { table: 'login_token', where: 'expires_at < $1', at: now },
    { table: 'device', where: 'expires_at < $1', at: now },
    { table: 'session', where: 'expires_at < $1', at: now },
    { table: 'verification', where: 'expires_at < $1', at: now },
    { table: 'card_form', where: 'created_at < $1', at: before(DAY_MS) },
    { table: 'quote', where: 'expires_at < $1', at: before(HOUR_MS) },
    { table: 'wrong_withdrawal_code', where: 'at < $1', at: before(DAY_MS) },
    { table: 'departure', where: 'at < $1', at: before(2 * DAY_MS) },
    { table: 'departure_minute', where: 'minute < $1', at: before(2 * DAY_MS) },
    { table: 'departure_waiting', where: 'seen_at < $1', at: before(DAY_MS) },
    { table: 'client_mail', where: 'created_at < $1', at: before(KEPT_MS) },
    { table: 'partner_mail', where: 'created_at < $1', at: before(KEPT_MS) },
    { table: 'message', where: 'created_at < $1', at: before(KEPT_MS) },
    { table: 'outbox', where: 'created_at < $1', at: before(KEPT_MS) },
    { table: 'order_trace', where: 'at < $1', at: before(KEPT_MS) },
    { table: 'partner_sign_in', where: 'expires_at < $1', at: now },
    { table: 'partner_session', where: 'expires_at < $1', at: now },
    { table: 'passkey_challenge', where: 'expires_at < $1', at: now },
    { table: 'partner_request', where: 'at < $1', at: before(REQUESTS_KEPT_MS) },
    { table: 'delivery_attempt', where: 'at < $1', at: before(KEPT_MS) },
    { table: 'endpoint_callback', where: 'created_at < $1', at: before(KEPT_MS) },
    { table: 'idempotency', where: 'created_at < $1', at: before(KEPT_MS) },
  ])
  await database.query({ name: 'purge_inbox', text: 'delete from inbox where due_at is null', values: [] })
  const old = [before(KEPT_MS)]
  await database.query({ name: 'purge_callback', text: FORGET_BODIES, values: old })
  await database.query({ name: 'purge_request_mark', text: MARK_USED, values: old })
  await database.query({ name: 'purge_request', text: REMOVE_UNUSED, values: old })
}

const FORGET_BODIES =
  'update callback set body = null, attempts = null where ended_at < $1 and body is not null'

/** Each request is checked once: whether it has an order can no longer change when it has expired. */
const MARK_USED = `
  update widget_request r set used = true
  where expires_at < $1 and not used and exists (select from orders o where o.request_id = r.id)`

/** Removes the partner's id with the request that still has it, so the partner may use the id again. */
const REMOVE_UNUSED = `
  with removed as (
    delete from widget_request where expires_at < $1 and not used returning partner_id, partner_order_id, released
  )
  delete from partner_order_claim c using removed
  where c.partner_id = removed.partner_id and c.partner_order_id = removed.partner_order_id and not removed.released`
