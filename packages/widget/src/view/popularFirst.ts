import * as Currency from '@cambio/wire/Currency.ts'

/** The coins that most buyers want, most wanted first. */
const popular: readonly string[] = ['BTC', 'ETH', 'USDTTRC20', 'USDT20', 'USDC']

/** A list with its popular coins before its other coins; entries that are no coins stay in place. */
export function popularFirst<Offered extends { readonly currency: string }>(
  list: readonly Offered[],
): Offered[] {
  const coins = list
    .filter(isCoin)
    .toSorted((one, other) => rank(one) - rank(other))
    .values()
  return list.map((each) => (isCoin(each) ? (coins.next().value ?? each) : each))
}

function isCoin({ currency }: { readonly currency: string }): boolean {
  return Currency.find(currency)?.kind === 'crypto'
}

function rank({ currency }: { readonly currency: string }): number {
  const at = popular.indexOf(currency)
  return at < 0 ? popular.length : at
}
