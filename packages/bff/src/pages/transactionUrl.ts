import * as Currency from '@cambio/wire/Currency.ts'
import { pages } from '@cambio/wire/http/pages.ts'
import type { Exchange } from '../program/Exchange.ts'

/** The public address that shows a transaction; null if there is none. */
export function transactionUrl(
  { mode, baseUrl }: Pick<Exchange, 'mode' | 'baseUrl'>,
  currency: string,
  txid: string | null,
): string | null {
  if (txid === null) return null
  if (mode === 'sandbox') return `${baseUrl}${pages.transaction.replace('{txid}', encodeURIComponent(txid))}`
  return Currency.get(currency).network === 'ethereum' ? `https://etherscan.io/tx/${txid}` : null
}
