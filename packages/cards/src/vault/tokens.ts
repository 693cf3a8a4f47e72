import { createHash, hkdfSync } from 'node:crypto'
import { decrypt, encrypt, openText, wiping, type Envelope } from '@cambio/server/keys/envelope.ts'
import type { Query } from '@cambio/server/postgres/Database.ts'
import type { Money } from '@cambio/wire/Money.ts'
import { Cvv, type Card } from '../means/card/Card.ts'
import { hasExpired } from '../means/Expiry.ts'
import type { MeansOfPayment } from '../means/MeansOfPayment.ts'
import { Cryptogram, type Wallet } from '../means/networkToken/NetworkToken.ts'
import { Pan } from '../means/Pan.ts'
import type { Platform } from '../Platform.ts'
import { Refusal } from '../protocol/Refusal.ts'

/*
 * Card tokens. A merchant's own token is valid until the card expires. A token of the hosted fields is valid for one SALE
 * within ten minutes and brings the security code. Only a token's hash is stored; the card is sealed to the merchant and
 * that hash.
 */

/** What stands behind a token: a merchant's stored card, or what was handed in to the hosted fields for one SALE. */
export type TokenMeans =
  | { readonly is: 'stored'; readonly card: Card }
  | {
      readonly is: 'handed_in'
      readonly means: MeansOfPayment
      /** Hash of the token, which this SALE uses up. */
      readonly usedUp: Buffer
      /** Whether the buyer wants the card to be stored, as they said in the hosted fields. */
      readonly stores: boolean
      /** What the buyer approved in a wallet; null for a card that was typed. */
      readonly approved: Money | null
    }

export function hashOf(secret: string): Buffer {
  return createHash('sha256').update(secret).digest()
}

/** The context of a sealed card: it can be unsealed for this merchant and this token only. */
export function contextOf(merchantId: string, tokenHash: Uint8Array): string {
  return `card ${merchantId} ${Buffer.from(tokenHash).toString('hex')}`
}

/** Seals a security code or a cryptogram under a key that is derived from the token and stored nowhere. */
export function sealCode(
  token: string,
  code: Cvv | Cryptogram,
  platform: Pick<Platform, 'random'>,
  context: string,
): Buffer {
  return wiping(Buffer.from(code.take()), (digits) =>
    encrypt(codeKey(token), platform.random, digits, context),
  )
}

type Row = {
  merchant_id: string
  once: boolean
  expires_at: Date | null
  taken: boolean
  stores: boolean
  is_network_token: boolean
  wallet: Wallet | null
  eci: string | null
  order_units: bigint | null
  order_currency: string | null
  key_id: string | null
  wrapped_key: Buffer | null
  sealed: Buffer | null
  sealed_code: Buffer | null
  exp_month: string
  exp_year: string
}

/**
 * What a token stands for.
 * @throws Refusal `token_invalid`, `token_not_accessible` (another merchant's) or `token_expired` (used up, too)
 */
export async function openToken(platform: Platform, merchantId: string, token: string): Promise<TokenMeans> {
  const tokenHash = hashOf(token)
  const row = await find(platform.query, tokenHash)
  if (row === undefined) throw new Refusal('token_invalid')
  if (row.merchant_id !== merchantId) throw new Refusal('token_not_accessible')
  const now = platform.clock.now()
  const expiry = { month: row.exp_month, year: row.exp_year }
  const over = row.once ? row.expires_at === null || row.expires_at <= now : hasExpired(expiry, now)
  const envelope = envelopeOf(row)
  if (over || row.taken || envelope === null) throw new Refusal('token_expired')
  const context = contextOf(merchantId, tokenHash)
  const number = { pan: new Pan(openText(platform.keyring, envelope, context)), expiry }
  if (!row.once) return { is: 'stored', card: { ...number, is: 'card', cvv: null, wallet: null } }
  const secret =
    row.sealed_code && wiping(decrypt(codeKey(token), row.sealed_code, context), (bytes) => bytes.toString())
  const means = handedIn(number, row, secret)
  return { is: 'handed_in', means, usedUp: tokenHash, stores: row.stores, approved: approvedIn(row) }
}

/** @throws Error when a network token lacks its cryptogram or wallet, which only a change by hand can cause */
function handedIn(number: Pick<Card, 'pan' | 'expiry'>, row: Row, secret: string | null): MeansOfPayment {
  const { wallet, eci } = row
  if (!row.is_network_token) {
    const cvv = secret === null ? null : new Cvv(secret)
    return { ...number, is: 'card', cvv, wallet: wallet === 'google_pay' ? wallet : null }
  }
  if (secret === null || wallet === null) throw new Error('A network token was stored without its proof.')
  return { ...number, is: 'network_token', cryptogram: new Cryptogram(secret), eci, wallet }
}

function approvedIn({ wallet, order_units: units, order_currency: currency }: Row): Money | null {
  return wallet === null || units === null || currency === null ? null : { units, currency }
}

async function find(query: Query, tokenHash: Buffer): Promise<Row | undefined> {
  const [row] = await query<Row>({
    name: 'token_find',
    text: `select merchant_id, false as once, null::timestamptz as expires_at, false as taken,
             false as stores, false as is_network_token, null as wallet, null as eci, null::int8 as order_units,
             null as order_currency, key_id, wrapped_key, sealed, null::bytea as sealed_code, exp_month, exp_year
           from vault_card where token_hash = $1 and activated_at is not null
           union all
           select merchant_id, true, token_expires_at, taken_at is not null, stores, is_network_token, wallet, eci,
             order_units, order_currency, key_id, wrapped_key, sealed, sealed_code, exp_month, exp_year
           from fields_session where token_hash = $1`,
    values: [tokenHash],
  })
  return row
}

function envelopeOf({ key_id, wrapped_key, sealed }: Row): Envelope | null {
  if (key_id === null || wrapped_key === null || sealed === null) return null
  return { keyId: key_id, wrappedKey: wrapped_key, sealed }
}

/** HKDF-SHA256 (RFC 5869): only who holds the token can make this key. */
function codeKey(token: string): Uint8Array {
  return new Uint8Array(
    hkdfSync('sha256', Buffer.from(token, 'hex'), Buffer.alloc(0), 'cambio security code', 32),
  )
}
