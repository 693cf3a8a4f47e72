/** Where the product of this run is. */
export const addresses = {
  exchange: named('BASE_URL'),
  cards: named('PAYMENT_URL'),
  shop: named('SHOP_URL'),
}

function named(variable: string): string {
  const address = process.env[variable]
  if (address === undefined) throw new Error(`${variable} is not set: the tests run with "pnpm e2e".`)
  return address
}
