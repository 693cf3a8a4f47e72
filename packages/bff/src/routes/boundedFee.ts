import { tariffFor } from '@cambio/exchange/catalogue/Catalogue.ts'
import type { Partner } from '@cambio/exchange/partner/Partner.ts'
import { toFeeQuote } from '@cambio/exchange/price/Quote.ts'
import { priceLines, type Asked } from '@cambio/exchange/price/quotePair.ts'
import type { BoundedFeeQuote } from '@cambio/wire/Quote.ts'
import type { Exchange } from '../program/Exchange.ts'

/** Prices a pair by the partner's tariff, with what one order may pay in and out. */
export function boundedFeeHandler({
  catalogue,
  rates,
  clock,
}: Pick<Exchange, 'catalogue' | 'rates' | 'clock'>) {
  const deps = { rates, now: () => clock.now() }
  return async (call: { readonly partner: Partner; readonly body: Asked }): Promise<BoundedFeeQuote> => {
    const { lines, price } = await priceLines(deps, tariffFor(catalogue.now(), call.partner.id), call.body)
    return { ...toFeeQuote(lines), ...price.bounds }
  }
}
