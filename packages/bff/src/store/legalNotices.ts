import type { Query } from '@cambio/server/postgres/Database.ts'
import type { LegalNotice } from '@cambio/wire/widget/LegalNotice.ts'

/** A legal notice, with the id that orders store. */
export type StoredLegalNotice = { readonly id: bigint; readonly notice: LegalNotice }

/** Stores a legal notice, unless it is stored already. A stored notice never changes. */
export async function keepLegalNotice(
  query: Query,
  notice: LegalNotice,
  now: Date,
): Promise<StoredLegalNotice> {
  const { version, name, terms_url, privacy_url, help_url, card_holder, languages } = notice
  const values = [version, name, terms_url, privacy_url, help_url, card_holder, languages]
  await query({
    name: 'legal_notice_keep',
    text: `insert into legal_notice
      (version, name, terms_url, privacy_url, help_url, card_holder, languages, first_at)
      values ($1, $2, $3, $4, $5, $6, $7::text[], $8) on conflict do nothing`,
    values: [...values, now],
  })
  // A separate statement, which also sees a notice that another process has stored meanwhile.
  const [row] = await query<{ id: bigint }>({
    name: 'legal_notice_id',
    text: `select id from legal_notice
      where (version, name, languages) = ($1, $2, $7::text[])
        and (terms_url, privacy_url, help_url, card_holder) is not distinct from ($3::text, $4::text, $5::text, $6::text)`,
    values,
  })
  if (!row) throw new Error('A legal notice was not kept')
  return { id: row.id, notice }
}

/** The legal notice that an order was placed under; undefined where none was set then. */
export async function legalNoticeOf(query: Query, orderId: string): Promise<LegalNotice | undefined> {
  const [notice] = await query<LegalNotice>({
    name: 'legal_notice_of_order',
    text: `select version, name, terms_url, privacy_url, help_url, card_holder, languages
      from legal_notice where id = coalesce(
        (select legal_notice_id from orders where id = $1),
        (select legal_notice_id from order_legal_notice where order_id = $1)
      )`,
    values: [orderId],
  })
  return notice
}
