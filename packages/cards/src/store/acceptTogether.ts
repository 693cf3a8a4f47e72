import type { Query } from '@cambio/server/postgres/Database.ts'
import { jsonRow } from '@cambio/server/postgres/gathered/jsonRow.ts'
import { dueAtOf } from '../transaction/dueAtOf.ts'
import { acceptedColumns, type Accepting } from './acceptStatement.ts'

/**
 * Stores accepted transactions by one statement, without vault records and tokens to use up.
 * @param all transactions of different orders
 * @returns the ids of those that were stored: an order that has a transaction already keeps nobody else's back
 */
export async function acceptTogether(query: Query, all: readonly Accepting[]): Promise<ReadonlySet<string>> {
  // Two statements that each wait for an order of the other would end one of them: all store in one order.
  const sorted = all.toSorted((one, other) => (orderOf(one) < orderOf(other) ? -1 : 1))
  const rows = sorted.map(acceptedColumns)
  const names = Object.keys(rows[0] ?? {}).join(', ')
  const questions = sorted.map(({ transaction, leaseOwner }) => ({
    transaction_id: transaction.id,
    due_at: dueAtOf(transaction, transaction.createdAt),
    leased_by: leaseOwner,
  }))
  const stored = await query<{ id: string }>({
    name: 'transaction_accept_together',
    text: `
  with accepted as (
    insert into transaction (${names})
    select ${names} from jsonb_populate_recordset(null::transaction, $1::jsonb)
    on conflict do nothing
    returning id
  ), asked as (
    insert into question (transaction_id, due_at, lease_until, leased_by)
    select id, q.due_at, q.due_at, q.leased_by
    from accepted join jsonb_populate_recordset(null::question, $2::jsonb) q on q.transaction_id = id
  )
  select id from accepted`,
    values: [JSON.stringify(rows.map(jsonRow)), JSON.stringify(questions)],
  })
  return new Set(stored.map(({ id }) => id))
}

/** What no two of them share. */
export function orderOf({ transaction: { merchantId, orderId } }: Accepting): string {
  return `${merchantId} ${orderId}`
}
