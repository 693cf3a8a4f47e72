import type { Difference } from '@cambio/exchange/client/DocumentData.ts'
import type { Person } from '@cambio/exchange/limit/LockedClient.ts'
import type { Query } from '@cambio/server/postgres/Database.ts'
import type * as z from 'zod/mini'
import { Documents } from '../client/Documents.ts'

/** A review that waits for the operator, with the client's own details and those in the documents. */
export type OpenReview = {
  readonly verification: string
  readonly client_id: string
  readonly client_external_id: string | null
  readonly client_email: string
  readonly partner: string
  readonly provider: string
  readonly level: string
  readonly client_order_id: string | null
  readonly differs: Difference[]
  readonly told: Person
  readonly documents: z.infer<typeof Documents>
  readonly openedAt: Date
}

/** The reviews that wait for the operator, oldest first. */
export async function openReviews({ query }: { readonly query: Query }): Promise<OpenReview[]> {
  const rows = await query<Row>({ name: 'review_list', text: LIST, values: [] })
  return rows.map(({ first_name, last_name, birth_date, country, opened_at, documents, ...review }) => ({
    ...review,
    told: { first_name, last_name, birth_date, country },
    documents: Documents.parse(documents),
    openedAt: opened_at,
  }))
}

type Row = Omit<OpenReview, 'told' | 'documents' | 'openedAt'> &
  Person & { readonly documents: unknown; readonly opened_at: Date }

const LIST = `
  select r.id as verification, r.client_id, a.external_id as client_external_id, c.email as client_email,
    p.name as partner, r.provider, r.level, r.order_id as client_order_id, r.differences as differs, r.documents,
    r.opened_at, coalesce(c.payer->>'first_name', a.first_name) as first_name,
    coalesce(c.payer->>'last_name', a.last_name) as last_name,
    coalesce(c.payer->>'birth_date', a.birth_date) as birth_date, coalesce(c.payer->>'country', a.country) as country
  from verification_review r join client c on c.id = r.client_id join partner p on p.id = c.partner_id
    left join client_account a on a.client_id = c.id
  where r.closed_at is null order by r.opened_at, r.id`
