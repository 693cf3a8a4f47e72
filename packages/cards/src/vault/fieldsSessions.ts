import { sealText } from '@cambio/server/keys/envelope.ts'
import { Theme } from '@cambio/wire/widget/CardFrame.ts'
import type { FieldsSessionRequest, FieldsSessionState } from '@cambio/wire/widget/FieldsSession.ts'
import type { FieldsVault } from '../fields/FieldsVault.ts'
import type { HandedCard, HandedCode } from '../fields/HandedCard.ts'
import { Cvv } from '../means/card/Card.ts'
import { viewOfMask } from '../means/MeansView.ts'
import { Pan } from '../means/Pan.ts'
import type { Merchant } from '../merchant/Merchant.ts'
import type { Platform } from '../Platform.ts'
import { cardFingerprint } from './cardFingerprint.ts'
import { openStoredCard, storedCardOf } from './storedCard.ts'
import { contextOf, hashOf, sealCode } from './tokens.ts'

/*
 * Sessions of the hosted fields. The database stores the hash of a session's id. The card's token is derived from the id
 * and a key of the platform, so neither is stored: only the merchant, who has the id, can get the token, and only the token
 * unseals the security code.
 */

const SESSION_MS = 30 * 60_000
const TOKEN_MS = 10 * 60_000

type Row = {
  merchant_id: string
  mode: Merchant['mode']
  parent_origin: string
  ancestors: string[]
  locale: string | null
  theme: unknown
  expires_at: Date
  token_expires_at: Date | null
  taken_at: Date | null
  mask: string | null
  card_fingerprint: string | null
  exp_month: string | null
  exp_year: string | null
  vault_id: string | null
  may_store: boolean
  stored_mask: string | null
  stored_month: string | null
  stored_year: string | null
}

/**
 * Opens a session for a merchant and returns its id, which is not stored.
 * @throws Refusal for a token of no stored card of this merchant's
 */
export async function openSession(
  platform: Platform,
  merchant: Merchant,
  request: FieldsSessionRequest,
): Promise<string> {
  const { query, random, clock } = platform
  const { card_token: token } = request
  const vaultId = token === undefined ? null : await storedCardOf(platform, merchant, token)
  const mayStore = vaultId === null && merchant.tokenization && request.req_token === 'Y'
  const id = random.token()
  const now = clock.now()
  await query({
    name: 'fields_session_open',
    text: `insert into fields_session (id_hash, merchant_id, parent_origin, ancestors, locale, theme, created_at, expires_at,
             vault_id, may_store)
           values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
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
    ],
  })
  return id
}

/** The id of the merchant that opened a session, by which its requests name it; undefined where there is none. */
export async function merchantOf(platform: Platform, id: string): Promise<string | undefined> {
  return (await find(platform, id))?.merchant_id
}

/** A merchant's own session, with the token once a card was handed in; undefined when it has no such session. */
export async function readSession(
  platform: Platform,
  merchant: Merchant,
  id: string,
): Promise<FieldsSessionState | undefined> {
  const row = await find(platform, id)
  if (row?.merchant_id !== merchant.id) return undefined
  const state = stateOf(row, platform.clock.now())
  if (state !== 'complete' || row.mask === null || row.exp_month === null || row.exp_year === null)
    return { state }
  const card = viewOfMask(row.mask, { month: row.exp_month, year: row.exp_year }, null)
  return {
    state,
    card_token: platform.keys.token('fields', id),
    card: card.mask,
    card_brand: card.brand,
    issuer_country: card.issuerCountry,
    card_fingerprint: row.card_fingerprint,
  }
}

/** What the frame's own routes need of the sessions. */
export function fieldsVault(platform: Platform): FieldsVault {
  return {
    async session(id) {
      const row = await find(platform, id)
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
        }
      )
    },
    async handIn(id, handed) {
      const row = await find(platform, id)
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
      const after = await find(platform, id)
      return after?.token_expires_at == null ? 'expired' : 'used'
    },
  }
}

/** What is handed in, with the stored card where the session was opened for one, which takes no other. */
async function cardOf(
  platform: Platform,
  row: Row,
  handed: HandedCard | HandedCode,
): Promise<HandedCard | 'invalid' | 'expired'> {
  if ('number' in handed) return row.vault_id === null ? handed : 'invalid'
  if (row.vault_id === null) return 'invalid'
  const stored = await openStoredCard(platform, row.merchant_id, row.vault_id)
  if (stored === undefined) return 'expired'
  const { number, expiry } = stored
  return { number, exp_month: expiry.month, exp_year: expiry.year, code: handed.code }
}

/** What the frame shows of the stored card. */
function storedCardIn({ stored_mask: mask, stored_month: month, stored_year: year }: Row) {
  if (mask === null || month === null || year === null) return null
  return viewOfMask(mask, { month, year }, null)
}

/** Deletes the card of a session that no SALE used in time. */
export async function wipeHandedIn({ query }: Platform, idHash: string): Promise<void> {
  await query({
    name: 'fields_session_wipe',
    text: `update fields_session set key_id = null, wrapped_key = null, sealed = null, sealed_code = null,
             due_at = null, lease_until = null, due_attempts = 0
           where id_hash = $1::bytea`,
    values: [idHash],
  })
}

async function find({ query }: Platform, id: string): Promise<Row | null> {
  const [row] = await query<Row>({
    name: 'fields_session_find',
    text: `select s.merchant_id, m.mode, s.parent_origin, s.ancestors, s.locale, s.theme, s.expires_at,
             s.token_expires_at, s.taken_at, s.mask, s.exp_month, s.exp_year, s.card_fingerprint, s.vault_id, s.may_store,
             v.mask as stored_mask, v.exp_month as stored_month, v.exp_year as stored_year
           from fields_session s join merchant m on m.id = s.merchant_id left join vault_card v on v.id = s.vault_id
           where s.id_hash = $1`,
    values: [hashOf(id)],
  })
  return row ?? null
}

function stateOf(row: Row, now: Date): FieldsSessionState['state'] {
  if (row.taken_at !== null) return 'used'
  if (row.token_expires_at !== null) return row.token_expires_at > now ? 'complete' : 'expired'
  return row.expires_at > now ? 'open' : 'expired'
}
