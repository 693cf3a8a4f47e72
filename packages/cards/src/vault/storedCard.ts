import { openText } from '@cambio/server/keys/envelope.ts'
import { hasExpired, type Expiry } from '../means/Expiry.ts'
import type { Merchant } from '../merchant/Merchant.ts'
import type { Platform } from '../Platform.ts'
import { Refusal } from '../protocol/Refusal.ts'
import { contextOf, hashOf } from './tokens.ts'

/* Cards behind tokens that last, as a session of the hosted fields is opened for one. */

type Row = {
  id: string
  merchant_id: string
  exp_month: string
  exp_year: string
}

/**
 * The id of the stored card that a merchant's own token stands for.
 * @throws Refusal `token_invalid`, `token_not_accessible` (another merchant's, or a merchant without tokens) or `token_expired`
 */
export async function storedCardOf(platform: Platform, merchant: Merchant, token: string): Promise<string> {
  const [row] = await platform.query<Row>({
    name: 'stored_card_find',
    text: `select id, merchant_id, exp_month, exp_year from vault_card
           where token_hash = $1 and activated_at is not null`,
    values: [hashOf(token)],
  })
  if (row === undefined) throw new Refusal('token_invalid')
  if (row.merchant_id !== merchant.id || !merchant.tokenization) throw new Refusal('token_not_accessible')
  if (hasExpired({ month: row.exp_month, year: row.exp_year }, platform.clock.now()))
    throw new Refusal('token_expired')
  return row.id
}

/** Unseals a stored card for the security code that comes with it; undefined once it is gone or has expired. */
export async function openStoredCard(
  platform: Platform,
  merchantId: string,
  id: string,
): Promise<{ readonly number: string; readonly expiry: Expiry } | undefined> {
  const [row] = await platform.query<
    Row & { token_hash: Buffer; key_id: string; wrapped_key: Buffer; sealed: Buffer }
  >({
    name: 'stored_card_open',
    text: `select id, merchant_id, token_hash, key_id, wrapped_key, sealed, exp_month, exp_year from vault_card
           where id = $1 and merchant_id = $2 and activated_at is not null`,
    values: [id, merchantId],
  })
  if (row === undefined) return undefined
  const expiry = { month: row.exp_month, year: row.exp_year }
  if (hasExpired(expiry, platform.clock.now())) return undefined
  const envelope = { keyId: row.key_id, wrappedKey: row.wrapped_key, sealed: row.sealed }
  return { number: openText(platform.keyring, envelope, contextOf(merchantId, row.token_hash)), expiry }
}
