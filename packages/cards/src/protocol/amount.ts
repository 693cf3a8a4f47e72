import * as Currency from '@cambio/wire/Currency.ts'
import * as Money from '@cambio/wire/Money.ts'

const decimals = /^\d+(?:\.(\d+))?$/

/**
 * Reads an amount of the protocol: a plain decimal above zero with at most its currency's decimals. Currencies
 * without decimals may carry `.00`, since a part of the clients always sends it.
 * @returns undefined when it is no such amount
 */
export function readAmount(text: string, currency: string): Money.Money | undefined {
  const fraction = decimals.exec(text)?.[1] ?? ''
  const most = Currency.get(currency).decimals
  if (fraction.length > most && !(most === 0 && fraction === '00')) return undefined
  const money = Money.parse(text, currency)
  return typeof money === 'string' ? undefined : money
}

/** Whether cards are charged in a currency: fiat only. */
export function isCardCurrency(code: string): boolean {
  return Currency.find(code)?.kind === 'fiat'
}
