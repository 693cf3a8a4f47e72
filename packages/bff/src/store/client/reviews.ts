import type { ReviewStore, Review } from '@cambio/exchange/limit/ReviewStore.ts'
import type { StoreDeps } from '../StoreDeps.ts'
import { Documents } from './Documents.ts'

type ReviewRow = {
  readonly id: string
  readonly client_id: string
  readonly applicant_id: string
  readonly provider: Review['provider']
  readonly level: Review['level']
  readonly order_id: string | null
  readonly documents: unknown
  readonly differences: Review['differences']
}

/** Approvals that wait for the operator, stored with their outcomes. */
export function reviewStore({ query, random, now }: StoreDeps): ReviewStore {
  return {
    async open(review) {
      await query({
        name: 'review_open',
        text: OPEN,
        values: [
          random.uuid(),
          review.clientId,
          review.applicantId,
          review.provider,
          review.level,
          review.orderId,
          JSON.stringify(review.documents),
          review.differences,
          now(),
        ],
      })
    },
    async findOpen(clientId) {
      const text = 'select id from verification_review where client_id = $1 and closed_at is null'
      const [open] = await query<{ id: string }>({ name: 'review_find_open', text, values: [clientId] })
      return open?.id
    },
    async close(clientId) {
      await query({ name: 'review_close', text: CLOSE, values: [clientId, now()] })
    },
    async findApproved(id) {
      const text = `select * from verification_review where id = $1 and outcome = 'approved'`
      const [row] = await query<ReviewRow>({ name: 'review_find_approved', text, values: [id] })
      return row && reviewOf(row)
    },
  }
}

/** A review keeps the order that it was opened for. */
const OPEN = `
  insert into verification_review as r
    (id, client_id, applicant_id, provider, level, order_id, documents, differences, opened_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
  on conflict (client_id) where closed_at is null do update set applicant_id = excluded.applicant_id,
    provider = excluded.provider, level = excluded.level, order_id = coalesce(excluded.order_id, r.order_id),
    documents = excluded.documents, differences = excluded.differences`

const CLOSE = `
  update verification_review set closed_at = $2, outcome = 'superseded'
  where client_id = $1 and closed_at is null`

function reviewOf(row: ReviewRow): Review {
  return {
    id: row.id,
    clientId: row.client_id,
    applicantId: row.applicant_id,
    provider: row.provider,
    level: row.level,
    orderId: row.order_id,
    documents: Documents.parse(row.documents),
    differences: row.differences,
  }
}
