import { forgetEndedWindows } from '@cambio/server/limits.ts'
import type { Platform } from './Platform.ts'

const SESSION_KEPT_MS = 31 * 86_400_000

/**
 * Removes what has served its time: counts of windows that ended, nonces of
 * messages that would be too old now, sessions of the hosted fields a month after they
 * were opened, and stored cards three months after their last one, when neither token nor refund can want them.
 */
export async function purge({ query, clock }: Pick<Platform, 'query' | 'clock'>): Promise<void> {
  const now = clock.now()
  await forgetEndedWindows({ query, clock })
  await query({
    name: 'signature_nonce_purge',
    text: 'delete from signature_nonce where ends_at < $1',
    values: [now],
  })
  await query({
    name: 'fields_session_purge',
    text: 'delete from fields_session where created_at < $1',
    values: [new Date(now.getTime() - SESSION_KEPT_MS)],
  })
  await query({
    name: 'vault_card_purge',
    text: `delete from vault_card
           where make_date(exp_year::int, exp_month::int, 1) + interval '4 months' <= $1`,
    values: [now],
  })
}
