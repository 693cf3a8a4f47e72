import type { Query } from '@cambio/server/postgres/Database.ts'
import type { Metadata } from '@cambio/wire/partner/Metadata.ts'

/** A widget request in a list. */
export type FoundRequest = {
  readonly id: string
  readonly partner: string
  readonly partnerOrderId: string
  /** The order that came of it. */
  readonly orderId: string | null
  readonly metadata: Metadata | null
  readonly createdAt: Date
  readonly openedAt: Date | null
  readonly expiresAt: Date
  readonly canceledAt: Date | null
}

/** Which widget requests to find; null means any. */
export type RequestSearch = {
  /** Its id or its partner_order_id. */
  readonly text: string | null
  readonly partnerId: string | null
  readonly metadata: Metadata | null
  readonly rows: number
}

/** Widget requests, newest first. */
export function searchRequests(
  query: Query,
  { text, partnerId, metadata, rows }: RequestSearch,
): Promise<readonly FoundRequest[]> {
  return query<FoundRequest>({
    name: 'read_request_search',
    text: `
      select r.id, p.name as partner, r.partner_order_id as "partnerOrderId", o.id as "orderId",
        r.fields -> 'metadata' as metadata, r.created_at as "createdAt", r.opened_at as "openedAt",
        r.expires_at as "expiresAt", r.canceled_at as "canceledAt"
      from widget_request r join partner p on p.id = r.partner_id left join orders o on o.request_id = r.id
      where ($1::text is null or r.id = $1 or r.partner_order_id = $1) and ($2::text is null or r.partner_id = $2)
        and ($3::jsonb is null or r.fields -> 'metadata' @> $3)
      order by r.created_at desc, r.id limit $4`,
    values: [text, partnerId, metadata, rows],
  })
}
