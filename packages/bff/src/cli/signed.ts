import * as Money from '@cambio/wire/Money.ts'

/** Formats an amount that may be negative, such as a balance or a difference. */
export function signed({ units, currency }: Money.Money): string {
  return units < 0n ? `-${Money.format({ units: -units, currency })}` : Money.format({ units, currency })
}
