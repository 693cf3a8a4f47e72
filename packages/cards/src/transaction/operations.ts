import type { OperationKind } from './Change.ts'
import type { Transaction } from './Transaction.ts'

/*
 * How a change counts itself, and how an operation that it begins is named.
 */

/** The transaction, one change further. */
export function moved<Before extends { readonly seq: number }>(before: Before): Before {
  return { ...before, seq: before.seq + 1 }
}

/** The same without the operation that had it in hand, which has ended. */
export function freed({
  operationId: _ended,
  ...before
}: Transaction & { state: 'capturing' | 'reversing' }) {
  return moved(before)
}

/** An operation's id is its transaction and the change that began it, so it is made once and known everywhere. */
export function operation(before: Transaction, kind: OperationKind, units: bigint, dueAt: Date) {
  return { id: `${before.id}-${before.seq + 1}`, kind, units, dueAt }
}
