import type { Tariff } from '../catalogue/Tariff.ts'

/** Cached, because prices are cached by tariff. */
const cache = new WeakMap<Tariff, Tariff>()

/** A tariff without network fees, for orders without a transfer: their coins are sold for their partner. */
export function withoutTransfers(tariff: Tariff): Tariff {
  const cached = cache.get(tariff)
  if (cached) return cached
  const free = Object.fromEntries(Object.keys(tariff.transferEurCents).map((network) => [network, 0n]))
  const untransferred = { ...tariff, transferEurCents: { ...tariff.transferEurCents, ...free } }
  cache.set(tariff, untransferred)
  return untransferred
}
