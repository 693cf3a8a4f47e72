import type { Journal, Posting } from '@cambio/server/postgres/Ledger.ts'
import type { Transaction } from './Transaction.ts'

/** The journal of a change; `resolves` names the earlier journal whose pending postings it ends. */
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

/** The acquirer owes us what we owe the merchant. Negative units book the opposite. */
export function pair(before: Transaction, layer: Posting['layer'], units: bigint): Posting[] {
  const asset = before.money.currency
  return [
    { account: `acquirer:${before.acquirer}:receivable`, asset, layer, units },
    { account: `merchant:${before.merchantId}:payable`, asset, layer, units: -units },
  ]
}
