import type { Journal, Posting } from '@cambio/server/postgres/Ledger.ts'
import type { Transaction } from './Transaction.ts'

/** What a change books; `resolves` is the earlier journal whose pending postings it ends. */
export function journal(
  before: Transaction,
  kind: string,
  postings: readonly Posting[],
  resolves?: string,
): Journal {
  const id = `${before.id}-${before.seq + 1}:${kind}`
  return { id, kind, reference: before.id, postings, ...(resolves === undefined ? {} : { resolves }) }
}

/** The journal of a transaction's hold; there is one at most. */
export function holdOf(before: Transaction): string {
  return `${before.id}:hold`
}

/** What the acquirer owes us is what we owe the merchant; below zero it goes the other way. */
export function pair(before: Transaction, layer: Posting['layer'], units: bigint): Posting[] {
  const asset = before.money.currency
  return [
    { account: `acquirer:${before.acquirer}:receivable`, asset, layer, units },
    { account: `merchant:${before.merchantId}:payable`, asset, layer, units: -units },
  ]
}
