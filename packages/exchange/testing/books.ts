import type { Journal } from '../src/books/Journal.ts'

/** Sums by layer, account and asset, holds resolved, zeros left out. */
export function balances(journals: readonly Journal[]): Record<string, bigint> {
  const resolved = new Set(journals.flatMap(({ resolves }) => resolves ?? []))
  const sums: Record<string, bigint> = {}
  for (const { id, postings } of journals)
    for (const { account, asset, layer, units } of postings) {
      if (layer === 'pending' && resolved.has(id)) continue
      const key = `${layer} ${account} ${asset}`
      sums[key] = (sums[key] ?? 0n) + units
    }
  return Object.fromEntries(Object.entries(sums).filter(([, units]) => units !== 0n))
}

/** Assets and layers whose lines do not sum to zero, over all journals: none, or the books are broken. */
export function imbalances(journals: readonly Journal[]): string[] {
  const sums = new Map<string, bigint>()
  for (const { asset, layer, units } of journals.flatMap(({ postings }) => postings))
    sums.set(`${layer} ${asset}`, (sums.get(`${layer} ${asset}`) ?? 0n) + units)
  return [...sums].filter(([, units]) => units !== 0n).map(([key]) => key)
}
