import { sealText } from '@cambio/server/keys/envelope.ts'
import type { SubmitResult } from '../fields/FieldsVault.ts'
import type { SubmittedWallet } from '../fields/SubmittedWallet.ts'
import { viewOf } from '../means/MeansView.ts'
import type { Platform } from '../Platform.ts'
import { openWallet } from '../wallets/openWallet.ts'
import type { WalletPayment } from '../wallets/WalletPayment.ts'
import { WalletRefused } from '../wallets/WalletRefused.ts'
import { cardFingerprint } from './cardFingerprint.ts'
import { findSession, offerOf, TOKEN_MS, type SessionRow } from './sessionRow.ts'
import { contextOf, hashOf, sealCode } from './tokens.ts'

/**
 * Stores what a wallet's token holds as the means of payment of an open session, once. The token's id is stored in the same
 * statement, so that no other session takes the token again.
 */
export async function submitWallet(
  platform: Platform,
  id: string,
  handed: SubmittedWallet,
): Promise<SubmitResult> {
  const row = await findSession(platform, id)
  if (row === null) return 'expired'
  const payment = await opened(platform, row, handed)
  if (payment === null) return 'invalid'
  if (await stored(platform, id, row, payment)) return 'done'
  const after = await findSession(platform, id)
  if (after === null || after.expires_at <= platform.clock.now()) return 'expired'
  return after.token_expires_at === null ? 'invalid' : 'used'
}

/** The payment in a token; null for a refused token, which the log reports to the operator. */
async function opened(
  platform: Platform,
  row: SessionRow,
  { wallet, token }: SubmittedWallet,
): Promise<WalletPayment | null> {
  const { merchant_id: merchantId } = row
  try {
    if (offerOf(platform, row)?.[wallet] === undefined) throw new WalletRefused('not_offered')
    const payment = await openWallet(platform.wallets, { wallet, token, merchantId }, platform.clock.now())
    if (!takenFromWallets(platform, row).includes(payment.means.is)) throw new WalletRefused('not_offered')
    if (!isApproved(payment, row)) throw new WalletRefused('other_amount')
    return payment
  } catch (error) {
    if (!(error instanceof WalletRefused)) throw error
    platform.log.warn('A token of a wallet was refused', { merchantId, kind: wallet, reason: error.reason })
    return null
  }
}

/** Whether the buyer approved what the session asks for, where the wallet says what they approved. */
function isApproved(
  { approved }: WalletPayment,
  { order_units: units, order_currency: currency }: SessionRow,
) {
  return approved === null || (approved.units === units && approved.currency === currency)
}

function takenFromWallets({ acquirers }: Platform, { acquirer }: SessionRow) {
  return acquirers.get(acquirer)?.takesFromWallets ?? []
}

/** @returns false when the session or the token was used or has expired */
async function stored(
  platform: Platform,
  id: string,
  { merchant_id: merchantId }: SessionRow,
  { means, tokenId, endsAt }: WalletPayment,
): Promise<boolean> {
  const cardToken = platform.keys.token('fields', id)
  const tokenHash = hashOf(cardToken)
  const context = contextOf(merchantId, tokenHash)
  const number = means.pan.reveal()
  const { keyId, wrappedKey, sealed } = sealText(platform, number, context)
  const secret = means.is === 'network_token' ? means.cryptogram : null
  const now = platform.clock.now()
  const rows = await platform.query<object>({
    name: 'fields_session_hand_in_wallet',
    text: `
      with fresh as (
        insert into wallet_token (id_hash, ends_at) values ($15, $16) on conflict do nothing returning 1 as taken)
      update fields_session set token_hash = $2, token_expires_at = $3, due_at = $3, key_id = $4, wrapped_key = $5,
        sealed = $6, sealed_code = $7, mask = $8, exp_month = $9, exp_year = $10, card_fingerprint = $11,
        wallet = $12, is_network_token = $13, eci = $14
      where id_hash = $1 and token_hash is null and expires_at > $17 and exists (select from fresh)
      returning 1 as kept`,
    values: [
      hashOf(id),
      tokenHash,
      new Date(now.getTime() + TOKEN_MS),
      keyId,
      wrappedKey,
      sealed,
      secret && sealCode(cardToken, secret, platform, context),
      viewOf(means).mask,
      means.expiry.month,
      means.expiry.year,
      cardFingerprint(platform.keys, merchantId, number),
      means.wallet,
      means.is === 'network_token',
      means.is === 'network_token' ? means.eci : null,
      hashOf(`${means.wallet} ${tokenId}`),
      endsAt,
      now,
    ],
  })
  return rows.length === 1
}
