import { sealText } from '@cambio/server/keys/envelope.ts'
import type { Money } from '@cambio/wire/Money.ts'
import { Theme } from '@cambio/wire/widget/CardFrame.ts'
import type { FieldsSessionRequest, FieldsSessionState } from '@cambio/wire/widget/FieldsSession.ts'
import type { FieldsVault } from '../fields/FieldsVault.ts'
import type { SubmittedCard, SubmittedCode } from '../fields/SubmittedCard.ts'
import { Cvv } from '../means/card/Card.ts'
import { viewOfMask } from '../means/MeansView.ts'
import { Pan } from '../means/Pan.ts'
import type { Merchant } from '../merchant/Merchant.ts'
import type { Platform } from '../Platform.ts'
import { readAmount } from '../protocol/amount.ts'
import { notValid } from '../protocol/Refusal.ts'
import { walletOffer } from '../wallets/walletOffer.ts'
import { appleSession } from './appleSession.ts'
import { cardFingerprint } from './cardFingerprint.ts'
import { findSession, offerOf, stateOf, TOKEN_MS, type SessionRow } from './sessionRow.ts'
import { openStoredCard, storedCardOf } from './storedCard.ts'
import { submitWallet } from './submitWallet.ts'
import { contextOf, hashOf, sealCode } from './tokens.ts'

/*
 * Sessions of the hosted fields. The database stores the hash of a session's id. The card's token is derived from the id
 * and a key of the platform, so neither is stored: only the merchant, who has the id, can get the token, and only the token
 * unseals the security code.
 */

const SESSION_MS = 30 * 60_000

/**
 * Opens a session for a merchant and returns its id, which is not stored, and whether it offers wallets.
 * @throws Refusal for a token of no stored card of this merchant's, and for an amount that is none
 */
export async function openSession(
  platform: Platform,
  merchant: Merchant,
  request: FieldsSessionRequest,
): Promise<{ readonly id: string; readonly hasWallets: boolean }> {
  const { query, random, clock } = platform
  const { card_token: token } = request
  const money = moneyOf(request)
  const vaultId = token === undefined ? null : await storedCardOf(platform, merchant, token)
  const mayStore = vaultId === null && merchant.tokenization && request.req_token === 'Y'
  const id = random.token()
  const now = clock.now()
  await query({
    name: 'fields_session_open',
    text: `insert into fields_session (id_hash, merchant_id, parent_origin, ancestors, locale, theme, created_at, expires_at,
             vault_id, may_store, order_units, order_currency)
           values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
    values: [
      hashOf(id),
      merchant.id,
      request.parent_origin,
      request.ancestors,
      request.locale ?? null,
      JSON.stringify(request.theme ?? {}),
      now,
      new Date(now.getTime() + SESSION_MS),
      vaultId,
      mayStore,
      money?.units ?? null,
      money?.currency ?? null,
    ],
  })
  const offersWallets = money !== null && vaultId === null
  return {
    id,
    hasWallets: offersWallets && walletOffer(platform, merchant, money, request.ancestors) !== null,
  }
}

/** What a wallet asks its buyer to approve; null where no amount was sent, or none of a currency. @throws Refusal `invalid` */
function moneyOf({ order_amount: amount, order_currency: currency }: FieldsSessionRequest): Money | null {
  if (amount === undefined || currency === undefined) return null
  const money = readAmount(amount, currency)
  if (money === undefined) throw notValid('order_amount')
  return money
}

/** The id of the merchant that opened a session, by which its requests name it; undefined where there is none. */
export async function merchantOf(platform: Platform, id: string): Promise<string | undefined> {
  return (await findSession(platform, id))?.merchant_id
}

/** A merchant's own session, with the token once a card was handed in; undefined when it has no such session. */
export async function readSession(
  platform: Platform,
  merchant: Merchant,
  id: string,
): Promise<FieldsSessionState | undefined> {
  const row = await findSession(platform, id)
  if (row?.merchant_id !== merchant.id) return undefined
  const state = stateOf(row, platform.clock.now())
  if (state !== 'complete' || row.mask === null || row.exp_month === null || row.exp_year === null)
    return { state }
  const card = viewOfMask(row.mask, { month: row.exp_month, year: row.exp_year }, row.wallet)
  return {
    state,
    card_token: platform.keys.token('fields', id),
    card: card.mask,
    card_brand: card.brand,
    issuer_country: card.issuerCountry,
    wallet: card.wallet,
    card_fingerprint: row.card_fingerprint,
  }
}

/** What the frame's own routes need of the sessions. */
export function fieldsVault(platform: Platform): FieldsVault {
  return {
    async session(id) {
      const row = await findSession(platform, id)
      return (
        row && {
          id,
          state: stateOf(row, platform.clock.now()),
          parentOrigin: row.parent_origin,
          ancestors: row.ancestors,
          locale: row.locale,
          theme: Theme.parse(row.theme),
          sandbox: row.mode === 'test',
          storedCard: storedCardIn(row),
          mayStore: row.may_store,
          wallets: offerOf(platform, row),
        }
      )
    },
    async submitCard(id, handed) {
      const row = await findSession(platform, id)
      if (row === null) return 'expired'
      const card = await cardOf(platform, row, handed)
      if (typeof card === 'string') return card
      const { number, exp_month, exp_year, code, store } = card
      const cardToken = platform.keys.token('fields', id)
      const tokenHash = hashOf(cardToken)
      const context = contextOf(row.merchant_id, tokenHash)
      const { keyId, wrappedKey, sealed } = sealText(platform, number, context)
      const now = platform.clock.now()
      const over = new Date(now.getTime() + TOKEN_MS)
      const updated = await platform.query<object>({
        name: 'fields_session_hand_in',
        text: `update fields_session set token_hash = $2, token_expires_at = $3, key_id = $4, wrapped_key = $5,
                 sealed = $6, sealed_code = $7, mask = $8, exp_month = $9, exp_year = $10, due_at = $3,
                 card_fingerprint = $12, stores = may_store and $13
               where id_hash = $1 and token_hash is null and expires_at > $11 returning 1 as kept`,
        values: [
          hashOf(id),
          tokenHash,
          over,
          keyId,
          wrappedKey,
          sealed,
          sealCode(cardToken, new Cvv(code), platform, context),
          new Pan(number).mask,
          exp_month,
          exp_year,
          now,
          cardFingerprint(platform.keys, row.merchant_id, number),
          store ?? false,
        ],
      })
      if (updated.length === 1) return 'done'
      const after = await findSession(platform, id)
      return after?.token_expires_at == null ? 'expired' : 'used'
    },
    submitWallet: (id, handed) => submitWallet(platform, id, handed),
    appleSession: (id, validationUrl) => appleSession(platform, id, validationUrl),
  }
}

/** What is handed in, with the stored card where the session was opened for one, which takes no other. */
async function cardOf(
  platform: Platform,
  row: SessionRow,
  handed: SubmittedCard | SubmittedCode,
): Promise<SubmittedCard | 'invalid' | 'expired'> {
  if ('number' in handed) return row.vault_id === null ? handed : 'invalid'
  if (row.vault_id === null) return 'invalid'
  const stored = await openStoredCard(platform, row.merchant_id, row.vault_id)
  if (stored === undefined) return 'expired'
  const { number, expiry } = stored
  return { number, exp_month: expiry.month, exp_year: expiry.year, code: handed.code }
}

/** What the frame shows of the stored card. */
function storedCardIn({ stored_mask: mask, stored_month: month, stored_year: year }: SessionRow) {
  if (mask === null || month === null || year === null) return null
  return viewOfMask(mask, { month, year }, null)
}

/** Expires a session that has no card yet: it is left like one whose card no SALE used in time. */
export async function expireSession({ query, clock, keys }: Platform, id: string): Promise<void> {
  await query({
    name: 'fields_session_expire',
    text: 'update fields_session set token_hash = $2, token_expires_at = $3 where id_hash = $1 and token_hash is null',
    values: [hashOf(id), hashOf(keys.token('fields', id)), clock.now()],
  })
}

/** Deletes the card of a session that no SALE used in time. */
export async function wipeSubmitted({ query }: Platform, idHash: string): Promise<void> {
  await query({
    name: 'fields_session_wipe',
    text: `update fields_session set key_id = null, wrapped_key = null, sealed = null, sealed_code = null,
             due_at = null, lease_until = null, due_attempts = 0
           where id_hash = $1::bytea`,
    values: [idHash],
  })
}
