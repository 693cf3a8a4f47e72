import { forgetEndedWindows } from '@cambio/server/http/limits.ts'
import { removeRows } from '@cambio/server/work/removeRows.ts'
import type { Platform } from '../Platform.ts'

const SESSION_KEPT_MS = 31 * 86_400_000

/**
 * Deletes what is no longer needed: counts of limit windows that ended, nonces of messages and ids of wallets' tokens that are too old now, sessions
 * of the hosted fields a month after they were opened, and stored cards three months after they expired, when neither a
 * token nor a refund can need them.
 */
export async function purge({ query, clock }: Pick<Platform, 'query' | 'clock'>): Promise<void> {
  const now = clock.now()
  await forgetEndedWindows({ query, clock })
  await removeRows(query, [
    { table: 'signature_nonce', where: 'ends_at < $1', at: now },
    { table: 'wallet_token', where: 'ends_at < $1', at: now },
    { table: 'fields_session', where: 'created_at < $1', at: new Date(now.getTime() - SESSION_KEPT_MS) },
    { table: 'vault_card', where: LONG_EXPIRED, at: now },
  ])
}

const LONG_EXPIRED = "make_date(exp_year::int, exp_month::int, 1) + interval '4 months' <= $1"
