import * as Money from '@cambio/wire/Money.ts'

/** Sums amounts by currency, as text. */
export function sumText(amounts: readonly Money.Money[]): string {
  const sums = new Map<string, bigint>()
  for (const { units, currency } of amounts) sums.set(currency, (sums.get(currency) ?? 0n) + units)
  return [...sums]
    .map(([currency, units]) => `${Money.format({ units, currency })} ${currency}`)
    .join(' and ')
}
