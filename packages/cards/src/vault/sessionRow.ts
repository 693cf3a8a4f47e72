import type { FieldsSessionState } from '@cambio/wire/widget/FieldsSession.ts'
import type { Wallet } from '../means/networkToken/NetworkToken.ts'
import type { Merchant } from '../merchant/Merchant.ts'
import type { Platform } from '../Platform.ts'
import { walletOffer, type WalletOffer } from '../wallets/walletOffer.ts'
import { hashOf } from './tokens.ts'

/** How long a SALE may take what was handed in, milliseconds. */
export const TOKEN_MS = 10 * 60_000

/** A session of the hosted fields as PostgreSQL gives it, with its merchant and its stored card. */
export type SessionRow = {
  merchant_id: string
  merchant_name: string
  mode: Merchant['mode']
  acquirer: string
  wallets: Wallet[]
  order_units: bigint | null
  order_currency: string | null
  wallet: Wallet | null
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

/** A session by its id, whatever its state; null when there is none. */
export async function findSession({ query }: Platform, id: string): Promise<SessionRow | null> {
  const [row] = await query<SessionRow>({
    name: 'fields_session_find',
    text: `select s.merchant_id, m.name as merchant_name, m.mode, m.acquirer, m.wallets, s.order_units,
             s.order_currency, s.wallet, s.parent_origin, s.ancestors, s.locale, s.theme, s.expires_at,
             s.token_expires_at, s.taken_at, s.mask, s.exp_month, s.exp_year, s.card_fingerprint, s.vault_id, s.may_store,
             v.mask as stored_mask, v.exp_month as stored_month, v.exp_year as stored_year
           from fields_session s join merchant m on m.id = s.merchant_id left join vault_card v on v.id = s.vault_id
           where s.id_hash = $1`,
    values: [hashOf(id)],
  })
  return row ?? null
}

/** Whether a session still takes a card. */
export function isOpen(row: SessionRow, now: Date): boolean {
  return stateOf(row, now) === 'open'
}

/** How a session stands at a time. */
export function stateOf(row: SessionRow, now: Date): FieldsSessionState['state'] {
  if (row.taken_at !== null) return 'used'
  if (row.token_expires_at !== null) return row.token_expires_at > now ? 'complete' : 'expired'
  return row.expires_at > now ? 'open' : 'expired'
}

/** What a session offers of wallets. One that asks for a stored card's security code offers none. */
export function offerOf(platform: Platform, row: SessionRow): WalletOffer | null {
  const { merchant_id: id, merchant_name: name, mode, acquirer, wallets } = row
  const { order_units: units, order_currency: currency } = row
  if (units === null || currency === null || row.vault_id !== null) return null
  const merchant = { id, name, mode, acquirer, wallets }
  return walletOffer(platform, merchant, { units, currency }, row.ancestors)
}
