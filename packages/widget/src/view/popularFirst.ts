/** The currencies that most buyers want, most wanted first. */
const popular: readonly string[] = ['EUR', 'USD', 'GBP', 'BTC', 'ETH', 'USDTTRC20', 'USDT20', 'USDC']

/** A list with its popular currencies before the others, which keep their order. */
export function popularFirst<Offered extends { readonly currency: string }>(
  list: readonly Offered[],
): (Offered & { readonly isPopular: boolean })[] {
  return list
    .map((each) => ({ ...each, isPopular: popular.includes(each.currency) }))
    .toSorted((one, other) => rank(one.currency) - rank(other.currency))
}

function rank(currency: string): number {
  return popular.indexOf(currency) + 1 || popular.length + 1
}
