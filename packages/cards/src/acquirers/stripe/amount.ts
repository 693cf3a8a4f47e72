import * as Currency from '@cambio/wire/Currency.ts'
import type { Money } from '@cambio/wire/Money.ts'

/**
 * An amount as the API takes it: the currency's minor units, which are ours. Amounts with three decimals must end in
 * a zero there (docs.stripe.com/currencies#three-decimal); one that does not is undefined and is never rounded.
 */
export function stripeAmount({ units, currency }: Money): string | undefined {
  const isSendable = Currency.get(currency).decimals < 3 || units % 10n === 0n
  return isSendable ? units.toString() : undefined
}

/** A currency as the API names it. */
export function stripeCurrency({ currency }: Money): string {
  return currency.toLowerCase()
}
