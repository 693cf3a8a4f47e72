import * as Money from '@cambio/wire/Money.ts'

/** An amount that may be below zero, as on an account or in a difference. */
export function signed({ units, currency }: Money.Money): string {
  return units < 0n ? `-${Money.format({ units: -units, currency })}` : Money.format({ units, currency })
}
