import type { Query } from '@cambio/server/postgres/Database.ts'
import type { Change } from '../transaction/Change.ts'
import type { Transaction } from '../transaction/Transaction.ts'
import { changeStatement, type NewNotification } from './changeStatement.ts'
import { transactionColumns, transactionOf, type TransactionRow } from './transactionRow.ts'

/** The transaction with a trans_id, of any merchant. */
export async function findTransaction(query: Query, id: string): Promise<Transaction | undefined> {
  const [row] = await query<TransactionRow>({
    name: 'transaction_find',
    text: `select ${transactionColumns()} from transaction where id = $1`,
    values: [id],
  })
  return row && transactionOf(row)
}

/**
 * The transactions of one order_id with the fingerprints of their requests: those not declined first, then the newest. Not
 * by time alone, because the clocks of two processes differ.
 */
export async function transactionsOfOrder(
  query: Query,
  merchantId: string,
  orderId: string,
): Promise<readonly { transaction: Transaction; fingerprint: Buffer }[]> {
  const rows = await query<TransactionRow>({
    name: 'transaction_of_order',
    text: `select ${transactionColumns()} from transaction where merchant_id = $1 and order_id = $2
           order by state = 'declined', created_at desc, id`,
    values: [merchantId, orderId],
  })
  return rows.map((row) => ({ transaction: transactionOf(row), fingerprint: row.fingerprint }))
}

export type LogRow = { at: Date; type: string; status: string; units: bigint }

/** The log of a transaction, oldest first. */
export async function logOf(query: Query, id: string): Promise<LogRow[]> {
  return query<LogRow>({
    name: 'transaction_log_of',
    text: 'select at, type, status, units from transaction_log where transaction_id = $1 order by seq',
    values: [id],
  })
}

/**
 * Stores a change with all that follows from it in one statement: the new state, the log, the ledger, the operation that
 * starts or ends, the notification.
 * @returns false when the transaction was changed since it was read; then nothing is stored
 */
export async function writeChange(
  query: Query,
  before: Transaction,
  change: Change,
  record: { at: Date; notification: NewNotification | null },
): Promise<boolean> {
  const rows = await query<{ id: string }>(changeStatement(before, change, record))
  return rows.length === 1
}
