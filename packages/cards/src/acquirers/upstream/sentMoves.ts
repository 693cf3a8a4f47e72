import type { Query } from '@cambio/server/postgres/Database.ts'

/** Lines of one type in a payment's list, by their status. */
export type Tally = { readonly success: number; readonly fail: number; readonly waiting: number }

/** What was written down before a move was sent: how the payment's list stood, and when. */
export type SentMove = { readonly tallyBefore: Tally; readonly sentAt: Date }

/** What is remembered of an operation; undefined when it was never sent. */
export async function findSent(query: Query, operationId: string): Promise<SentMove | undefined> {
  const [row] = await query<{ success: number; fail: number; waiting: number; sent_at: Date }>({
    name: 'upstream_move_find',
    text: 'select success, fail, waiting, sent_at from upstream_move where operation_id = $1',
    values: [operationId],
  })
  return (
    row && {
      tallyBefore: { success: row.success, fail: row.fail, waiting: row.waiting },
      sentAt: row.sent_at,
    }
  )
}

/**
 * Writes down that an operation is about to be sent, before it is.
 * @param before what was remembered when this was decided
 * @returns false when somebody else wrote it down meanwhile, whose it is to send then
 */
export async function rememberSent(
  query: Query,
  operationId: string,
  { tallyBefore, sentAt }: SentMove,
  before: SentMove | undefined,
): Promise<boolean> {
  const rows = await query<object>({
    name: 'upstream_move_remember',
    text: `insert into upstream_move as earlier (operation_id, success, fail, waiting, sent_at)
           values ($1, $2, $3, $4, $5)
           on conflict (operation_id) do update set success = excluded.success, fail = excluded.fail,
             waiting = excluded.waiting, sent_at = excluded.sent_at
           where earlier.sent_at = $6
           returning 1 as done`,
    values: [
      operationId,
      tallyBefore.success,
      tallyBefore.fail,
      tallyBefore.waiting,
      sentAt,
      before?.sentAt ?? null,
    ],
  })
  return rows.length === 1
}
