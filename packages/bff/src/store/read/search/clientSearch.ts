import type { Query } from '@cambio/server/postgres/Database.ts'
import type { Metadata } from '@cambio/wire/partner/Metadata.ts'

/** A client in a list. */
export type FoundClient = {
  readonly id: string
  /** The partner's id for it; null if it has only bought in the widget. */
  readonly externalId: string | null
  readonly partner: string
  readonly level: string
  readonly metadata: Metadata | null
  readonly createdAt: Date
}

/** Which clients to find; null means any. */
export type ClientSearch = {
  /** The partner's id for it, its e-mail address or its id. */
  readonly text: string | null
  readonly partnerId: string | null
  readonly metadata: Metadata | null
  readonly rows: number
}

/** Clients, newest first. */
export function searchClients(
  query: Query,
  { text, partnerId, metadata, rows }: ClientSearch,
): Promise<readonly FoundClient[]> {
  return query<FoundClient>({
    name: 'read_client_search',
    text: `
      select c.id, a.external_id as "externalId", p.name as partner, c.level, a.metadata, c.created_at as "createdAt"
      from client c join partner p on p.id = c.partner_id left join client_account a on a.client_id = c.id
      where ($1::text is null or a.external_id = $1 or c.email = lower($1) or c.id = $1)
        and ($2::text is null or c.partner_id = $2) and ($3::jsonb is null or a.metadata @> $3)
      order by c.created_at desc, c.id limit $4`,
    values: [text, partnerId, metadata, rows],
  })
}
