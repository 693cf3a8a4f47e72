import type * as Currency from '@cambio/wire/Currency.ts'
import { fieldRefusal } from '@cambio/wire/http/Problem.ts'
import * as Money from '@cambio/wire/Money.ts'

/** Reads an amount of a currency. @throws Refusal amount_invalid or amount_precision, naming the field */
export function readAmount(
  text: string | undefined,
  currency: Currency.Currency,
  field: string,
): Money.Money | undefined {
  if (text === undefined) return undefined
  const money = Money.parseExact(text, currency.code)
  if (typeof money !== 'string') return money
  const detail =
    money === 'amount_precision'
      ? `${currency.code} has ${currency.decimals} decimals`
      : 'Use a plain decimal above zero, such as 100.00, with at most 24 digits before the point'
  throw fieldRefusal(money, [field], detail)
}
