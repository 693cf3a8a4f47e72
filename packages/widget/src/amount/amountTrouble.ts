import * as Currency from '@cambio/wire/Currency.ts'
import * as Money from '@cambio/wire/Money.ts'
import type { Bounds } from '@cambio/wire/order/Quote.ts'
import type { Choice } from '../Choice.ts'
import { isAmbiguous, readAmount } from './readAmount.ts'

/** The typed amount in the wire's form; or what is wrong with it, with the nearest valid amount. */
export type AmountTrouble =
  | { readonly key: null; readonly amount: string }
  | { readonly key: 'amount.empty' | 'amount.invalid'; readonly amount: null }
  | { readonly key: 'amount.precision'; readonly amount: null; readonly decimals: number }
  | { readonly key: 'amount.ambiguous'; readonly amount: null; readonly choices: readonly string[] }
  | {
      readonly key: 'amount.low' | 'amount.high' | 'amount.lowGet' | 'amount.highGet'
      readonly amount: string
      readonly nearest: string
    }

/** @param bounds of the last price for this pair; null where it had none */
export function amountTrouble(choice: Choice, bounds: Bounds | null): AmountTrouble {
  if (choice.amount.trim() === '') return { key: 'amount.empty', amount: null }
  const currency = choice[`${choice.exact}_currency`]
  const read = readAmount(choice.amount, currency, choice.marks)
  if (isAmbiguous(read))
    return { key: 'amount.ambiguous', amount: null, choices: read.choices.map(Money.format) }
  if (read === 'amount_invalid') return { key: 'amount.invalid', amount: null }
  if (read === 'amount_precision')
    return { key: 'amount.precision', amount: null, decimals: Currency.get(currency).decimals }
  const amount = Money.format(read)
  if (!bounds) return { key: null, amount }
  const get = choice.exact === 'payout'
  const least = bounds[`${choice.exact}_min_amount`]
  const most = bounds[`${choice.exact}_max_amount`]
  if (read.units < unitsOf(least))
    return { key: get ? 'amount.lowGet' : 'amount.low', amount, nearest: least }
  if (read.units > unitsOf(most))
    return { key: get ? 'amount.highGet' : 'amount.high', amount, nearest: most }
  return { key: null, amount }
}

/** A wire amount, which has exactly its currency's decimals, in the smallest unit. */
export function unitsOf(amount: string): bigint {
  return BigInt(amount.replace('.', ''))
}
