import { startProduct } from './product.ts'

/** Runs the whole product for the browser tests; where it is, they find in the environment. */
export default async function setup(): Promise<() => Promise<void>> {
  const product = await startProduct()
  const { addresses } = product
  process.env['BASE_URL'] = addresses.exchange
  process.env['PAYMENT_URL'] = addresses.cards
  process.env['SHOP_URL'] = addresses.shop
  process.env['DATA_DIR'] = product.dataDir
  return () => product.stop()
}
