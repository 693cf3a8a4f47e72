import type { Envelope } from '@cambio/server/keys/envelope.ts'
import type { Query } from '@cambio/server/postgres/Database.ts'
import type { Expiry } from '../means/Expiry.ts'
import type { CardRecord } from '../vault/cardRecord.ts'

/* Stored cards, as they leave for another platform, arrive from one, and are forgotten afterwards. */

/** A stored card, named by its token's hash. */
export type StoredCard = Envelope & { readonly tokenHash: Buffer; readonly expiry: Expiry }

/** Those of a merchant's stored cards that are there. */
export async function storedCards(
  query: Query,
  merchantId: string,
  tokenHashes: readonly Buffer[],
): Promise<readonly StoredCard[]> {
  const rows = await query<{
    token_hash: Buffer
    key_id: string
    wrapped_key: Buffer
    sealed: Buffer
    exp_month: string
    exp_year: string
  }>({
    name: 'moved_cards_read',
    text: `select token_hash, key_id, wrapped_key, sealed, exp_month, exp_year from vault_card
           where merchant_id = $1 and token_hash = any($2) and activated_at is not null`,
    values: [merchantId, [...tokenHashes]],
  })
  return rows.map((row) => ({
    tokenHash: row.token_hash,
    keyId: row.key_id,
    wrappedKey: row.wrapped_key,
    sealed: row.sealed,
    expiry: { month: row.exp_month, year: row.exp_year },
  }))
}

/**
 * Stores a card that a buyer saved at another platform, unless the merchant has it already.
 * @returns the id of its record, new or not
 */
export async function storeMovedCard(
  query: Query,
  {
    merchantId,
    record,
    mask,
    expiry,
    at,
  }: {
    readonly merchantId: string
    readonly record: CardRecord
    readonly mask: string
    readonly expiry: Expiry
    readonly at: Date
  },
): Promise<string> {
  const [row] = await query<{ id: string }>({
    name: 'moved_card_store',
    text: `
      with known as (
        select id from vault_card where merchant_id = $2 and fingerprint = $4 and activated_at is not null
        order by created_at, id limit 1
      ), added as (
        insert into vault_card (id, merchant_id, token_hash, fingerprint, key_id, wrapped_key, sealed, mask, exp_month,
          exp_year, activated_at, created_at)
        select $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $11 where not exists (select from known)
        returning id
      )
      select id from known union all select id from added`,
    values: [
      record.id,
      merchantId,
      record.tokenHash,
      record.fingerprint,
      record.keyId,
      record.wrappedKey,
      record.sealed,
      mask,
      expiry.month,
      expiry.year,
      at,
    ],
  })
  if (!row) throw new Error('A moved card was neither known nor stored')
  return row.id
}

/**
 * Forgets cards of a merchant, except those that a SALE had stored again since a time: somebody may have learnt their
 * token since.
 * @returns how many are forgotten, and how many are kept
 */
export async function forgetCards(
  query: Query,
  merchantId: string,
  { tokenHashes, unusedSince }: { readonly tokenHashes: readonly Buffer[]; readonly unusedSince: Date },
): Promise<{ readonly forgotten: number; readonly kept: number }> {
  const [row] = await query<{ forgotten: bigint; found: bigint }>({
    name: 'moved_cards_forget',
    text: `
      with found as (
        select id from vault_card where merchant_id = $1 and token_hash = any($2)
      ), used as (
        select vault_id from transaction where created_at >= $3 and vault_id is not null
      ), forgotten as (
        delete from vault_card v using found f
        where v.id = f.id and not exists (select from used u where u.vault_id = v.id)
        returning v.id
      )
      select (select count(*) from forgotten) as forgotten, (select count(*) from found) as found`,
    values: [merchantId, [...tokenHashes], unusedSince],
  })
  const forgotten = Number(row?.forgotten ?? 0)
  return { forgotten, kept: Number(row?.found ?? 0) - forgotten }
}
