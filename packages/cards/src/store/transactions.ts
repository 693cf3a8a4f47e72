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

/** An order_id of a merchant. */
export type OrderKey = { readonly merchantId: string; readonly orderId: string }

/** A transaction of an order_id, with the fingerprint of its request. */
export type OfOrder = { readonly transaction: Transaction; readonly fingerprint: Buffer }

/** Not by time alone, because the clocks of two processes differ. */
const UNDECLINED_FIRST = "order by state = 'declined', created_at desc, id"

/** The transactions of one order_id: those not declined first, then the newest. */
export async function transactionsOfOrder(
  query: Query,
  merchantId: string,
  orderId: string,
): Promise<readonly OfOrder[]> {
  const rows = await query<TransactionRow>({
    name: 'transaction_of_order',
    text: `select ${transactionColumns()} from transaction where merchant_id = $1 and order_id = $2
           ${UNDECLINED_FIRST}`,
    values: [merchantId, orderId],
  })
  return rows.map(ofOrder)
}

/**
 * The transactions of several order_ids, of any merchants. Each is looked for by itself: joined, the planner may read all
 * transactions.
 * @returns those of each, as `transactionsOfOrder` returns them
 */
export async function transactionsOfOrders(
  query: Query,
  orders: readonly OrderKey[],
): Promise<(order: OrderKey) => readonly OfOrder[]> {
  const rows = await query<TransactionRow & { readonly asked: bigint }>({
    name: 'transaction_of_orders',
    text: `select asked.number as asked, found.*
           from rows from (jsonb_to_recordset($1::jsonb) as (merchant_id uuid, order_id text))
             with ordinality as asked (merchant_id, order_id, number)
           cross join lateral (select ${transactionColumns()} from transaction t
             where t.merchant_id = asked.merchant_id and t.order_id = asked.order_id ${UNDECLINED_FIRST}) found`,
    values: [
      JSON.stringify(
        orders.map(({ merchantId, orderId }) => ({ merchant_id: merchantId, order_id: orderId })),
      ),
    ],
  })
  const found = Map.groupBy(rows, ({ asked }) => orders[Number(asked) - 1])
  return (order) => (found.get(order) ?? []).map(ofOrder)
}

function ofOrder(row: TransactionRow): OfOrder {
  return { transaction: transactionOf(row), fingerprint: row.fingerprint }
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
