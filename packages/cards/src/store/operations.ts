import type { Query } from '@cambio/server/postgres/Database.ts'
import type { OperationKind } from '../transaction/Change.ts'
import type { DeclineReason } from '../transaction/DeclineReason.ts'
import type { Transaction } from '../transaction/Transaction.ts'
import { transactionColumns, transactionOf, type TransactionRow } from './transactionRow.ts'

/** A capture, reversal, refund or release, with its transaction, read together. */
export type Operation = {
  readonly id: string
  readonly kind: OperationKind
  readonly units: bigint
  readonly state: 'open' | 'done' | 'declined' | 'dropped'
  readonly reason: DeclineReason | null
  /** An earlier refund of the same payment has not ended. */
  readonly waitsForEarlierRefund: boolean
  readonly transaction: Transaction
}

export async function findOperation(query: Query, id: string): Promise<Operation | undefined> {
  const [row] = await query<
    TransactionRow & {
      operation_id: string
      operation_kind: OperationKind
      operation_units: bigint
      operation_state: Operation['state']
      operation_reason: DeclineReason | null
      operation_behind: boolean
    }
  >({
    name: 'operation_find',
    text: `select ${transactionColumns('t')}, o.id as operation_id, o.kind as operation_kind, o.units as operation_units,
             o.state as operation_state, o.decline_reason as operation_reason,
             o.kind = 'refund' and exists (
               select from operation earlier
               where earlier.transaction_id = o.transaction_id and earlier.kind = 'refund' and earlier.state = 'open'
                 and (length(earlier.id), earlier.id) < (length(o.id), o.id)) as operation_behind
           from operation o join transaction t on t.id = o.transaction_id where o.id = $1`,
    values: [id],
  })
  return (
    row && {
      id: row.operation_id,
      kind: row.operation_kind,
      units: row.operation_units,
      state: row.operation_state,
      reason: row.operation_reason,
      waitsForEarlierRefund: row.operation_behind,
      transaction: transactionOf(row),
    }
  )
}

/** Makes a transaction's open refunds due, after an earlier one ended. Locks the transaction first, as every statement does. */
export async function wakeRefunds(query: Query, transactionId: string, at: Date): Promise<void> {
  await query({
    name: 'operation_wake_refunds',
    text: `with taken as (select id from transaction where id = $1 for no key update)
           update operation o set due_at = $2 from taken
           where o.transaction_id = taken.id and o.kind = 'refund' and o.state = 'open'`,
    values: [transactionId, at],
    wakes: ['cards_operation'],
  })
}
