import type { StoreDeps } from './StoreDeps.ts'

/**
 * Ends an open review as the operator decides, and keeps by whom and why.
 * @returns whose it is; undefined where it is not open
 */
export async function decideReview(
  { query, now }: Pick<StoreDeps, 'query' | 'now'>,
  act: {
    readonly id: string
    readonly outcome: 'approved' | 'refused'
    readonly reason: string
    readonly actor: string
  },
): Promise<string | undefined> {
  const [decided] = await query<{ client_id: string }>({
    name: 'review_decide',
    text: `
      update verification_review set closed_at = $2, outcome = $3, reason = $4, actor = $5
      where id = $1 and closed_at is null returning client_id`,
    values: [act.id, now(), act.outcome, act.reason, act.actor],
  })
  return decided?.client_id
}
