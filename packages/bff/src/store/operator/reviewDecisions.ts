import type { ReviewDecisions } from '@cambio/exchange/operator/client/decideReview.ts'
import type { StoreDeps } from '../StoreDeps.ts'

/** Ends reviews as the operator decides, inside a transaction. The actor and the reason are stored with each. */
export function reviewDecisions({ query, now }: Pick<StoreDeps, 'query' | 'now'>): ReviewDecisions {
  return {
    async decide({ id, outcome, reason, actor }) {
      const [decided] = await query<{ client_id: string }>({
        name: 'review_decide',
        text: `
          update verification_review set closed_at = $2, outcome = $3, reason = $4, actor = $5
          where id = $1 and closed_at is null returning client_id`,
        values: [id, now(), outcome, reason, actor],
      })
      return decided?.client_id
    },
  }
}
