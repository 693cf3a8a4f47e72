import type { OperationKind } from './Change.ts'
import type { Transaction } from './Transaction.ts'

/*
 * The parts that most changes of a transaction share.
 */

/** The transaction with the number of its next change. */
export function withNextSeq<Before extends { readonly seq: number }>(before: Before): Before {
  return { ...before, seq: before.seq + 1 }
}

/** The transaction after the capture or reversal that held it has ended. */
export function withoutOperation({
  operationId: _ended,
  ...before
}: Transaction & { state: 'capturing' | 'reversing' }) {
  return withNextSeq(before)
}

/** An operation that starts. Its id is made of the transaction and the change, so it is the same in every process. */
export function newOperation(before: Transaction, kind: OperationKind, units: bigint, dueAt: Date) {
  return { id: `${before.id}-${before.seq + 1}`, kind, units, dueAt }
}
