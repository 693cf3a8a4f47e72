import type { Money } from '@cambio/wire/Money.ts'
import { decimalsOf } from '../../protocol/decimalsOf.ts'

/*
 * The API counts most currencies as ISO 4217 does, and some differently (docs.stripe.com/currencies). The ariary has no
 * decimals there. The króna of Iceland and the shilling of Uganda have two, which are always 00. Of three decimals the
 * last is always 0.
 */

const without = new Set('BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'.split(' '))
const withThree = new Set('BHD JOD KWD OMR TND'.split(' '))
const withTwo = new Set('ISK UGX'.split(' '))

/** An amount in the API's units. Undefined where these cannot express it exactly: it is never rounded. */
export function stripeAmount({ units, currency }: Money): bigint | undefined {
  const scale = scaleOf(currency)
  if (scale === undefined) return undefined
  const amount = rescaled(units, scale.ours, scale.theirs)
  return scale.theirs === 3 && units % 10n !== 0n ? undefined : amount
}

/** An amount of the API in our minor units. @throws Error when it is finer than they are */
export function unitsOf(amount: bigint, currency: string): bigint {
  const scale = scaleOf(currency)
  const units = scale && rescaled(amount, scale.theirs, scale.ours)
  if (units === undefined) throw new Error(`Stripe reported ${amount} in ${currency}, which is no amount.`)
  return units
}

/** The API's code for a currency. */
export function stripeCurrency({ currency }: Money): string {
  return currency.toLowerCase()
}

/** Decimals of a currency here and in the API. Undefined where the API's are not known. */
function scaleOf(currency: string): { readonly ours: number; readonly theirs: number } | undefined {
  const ours = decimalsOf(currency)
  if (ours === undefined) return undefined
  if (without.has(currency)) return { ours, theirs: 0 }
  if (withThree.has(currency)) return { ours, theirs: 3 }
  return ours === 2 || withTwo.has(currency) ? { ours, theirs: 2 } : undefined
}

function rescaled(units: bigint, from: number, to: number): bigint | undefined {
  if (to >= from) return units * 10n ** BigInt(to - from)
  const step = 10n ** BigInt(from - to)
  return units % step === 0n ? units / step : undefined
}
