import * as Currency from '@cambio/wire/Currency.ts'
import { decimal } from '@cambio/wire/Money.ts'
import { readableDigits } from './amountText.ts'

/** The price of one unit of a currency in another, as a plain decimal. */
export type ReadableRate = { readonly unit: string; readonly price: string; readonly currency: string }

/** How many digits a rate has after its point on the wire. */
const DIGITS = 18
const ONE = 10n ** BigInt(DIGITS)

/** A quote's rate in its usual direction: the price of one coin in money, whichever of them is paid with. */
export function readableRate(quote: {
  readonly rate: string
  readonly payin_currency: string
  readonly payout_currency: string
}): ReadableRate {
  const { payin_currency: payin, payout_currency: payout } = quote
  const units = unitsOf(quote.rate)
  if (isMoney(payout) && !isMoney(payin) && units > 0n)
    return { unit: payin, price: rounded(decimal((ONE * ONE) / units, DIGITS), payout), currency: payout }
  return { unit: payout, price: rounded(quote.rate, payin), currency: payin }
}

/** Six significant digits; for money at least its own decimals. */
function rounded(price: string, currency: string): string {
  const { decimals } = Currency.get(currency)
  const [whole = '0', fraction = ''] = price.split('.')
  if (!isMoney(currency) || whole === '0') return readableDigits(price)
  return decimals === 0 ? whole : `${whole}.${fraction.padEnd(decimals, '0').slice(0, decimals)}`
}

function isMoney(code: string): boolean {
  return Currency.get(code).kind === 'fiat'
}

function unitsOf(rate: string): bigint {
  const [whole = '0', fraction = ''] = rate.split('.')
  return BigInt(whole + fraction.padEnd(DIGITS, '0').slice(0, DIGITS))
}
