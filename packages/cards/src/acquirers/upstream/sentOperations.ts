import type { Query } from '@cambio/server/postgres/Database.ts'

/** Lines of one type in a payment's list, by their status. */
export type Tally = { readonly success: number; readonly fail: number; readonly waiting: number }

/** The payment's list before an operation was sent, and when it was stored. */
export type SentOperation = { readonly tallyBefore: Tally; readonly sentAt: Date }

/** The stored list of an operation. Undefined when it was never sent. */
export async function findSentOperation(
  query: Query,
  operationId: string,
): Promise<SentOperation | undefined> {
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
 * Stores that an operation is about to be sent.
 * @param before the stored list on which this was decided
 * @returns false when another process stored it meanwhile and sends it
 */
export async function rememberSentOperation(
  query: Query,
  operationId: string,
  { tallyBefore, sentAt }: SentOperation,
  before: SentOperation | undefined,
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
