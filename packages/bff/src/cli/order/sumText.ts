import * as Money from '@cambio/wire/Money.ts'

/** What amounts come to, each currency by itself. */
export function sumText(amounts: readonly Money.Money[]): string {
  const sums = new Map<string, bigint>()
  for (const { units, currency } of amounts) sums.set(currency, (sums.get(currency) ?? 0n) + units)
  return [...sums]
    .map(([currency, units]) => `${Money.format({ units, currency })} ${currency}`)
    .join(' and ')
}
