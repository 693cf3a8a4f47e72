import type { Query } from '@cambio/server/postgres/Database.ts'
import type { Transaction } from '../../transaction/Transaction.ts'
import { transactionColumns, transactionOf, type TransactionRow } from '../transactionRow.ts'

/** Which transactions are wanted; null leaves a bound out. */
export type TransactionFilter = {
  readonly merchantId: string | null
  /** Accepted at this time or later. */
  readonly from: Date | null
  /** Accepted before this time. */
  readonly before: Date | null
  readonly most: number | null
}

/** The transactions accepted between two times, oldest first. */
export async function transactionsBetween(
  query: Query,
  { merchantId, from, before, most }: TransactionFilter,
): Promise<Transaction[]> {
  const rows = await query<TransactionRow>({
    name: 'transaction_list',
    text: `select ${transactionColumns()} from transaction
           where ($1::uuid is null or merchant_id = $1)
             and ($2::timestamptz is null or created_at >= $2)
             and ($3::timestamptz is null or created_at < $3)
           order by created_at, id limit $4`,
    values: [merchantId, from, before, most],
  })
  return rows.map(transactionOf)
}
