import { tariffFor } from '@cambio/exchange/catalogue/Catalogue.ts'
import type { Partner } from '@cambio/exchange/partner/Partner.ts'
import type { Discount } from '@cambio/exchange/price/feesOf.ts'
import { toFeeQuote } from '@cambio/exchange/price/Quote.ts'
import { priceLines, type QuoteTerms } from '@cambio/exchange/price/quotePair.ts'
import type { Prices } from '@cambio/exchange/price/RateSource.ts'
import type { PayinGroup } from '@cambio/wire/Group.ts'
import type { PartnerFeeQuote } from '@cambio/wire/order/Quote.ts'
import type { Exchange } from '../../program/Exchange.ts'

/**
 * A price with its groups and the bounds of one order, and the pay-in group, currency and prices that it is based on.
 */
export type BoundedFee = {
  readonly answer: Omit<PartnerFeeQuote, 'limits'>
  readonly group: PayinGroup
  readonly currency: string
  readonly prices: Prices
}

/** Prices a pair by the partner's tariff, with what one order may pay in and out. */
export async function boundedFee(
  { catalogue, rates, clock }: Pick<Exchange, 'catalogue' | 'rates' | 'clock'>,
  input: { readonly partner: Partner; readonly terms: QuoteTerms; readonly discount?: Discount },
): Promise<BoundedFee> {
  const deps = { rates, now: () => clock.now() }
  const tariff = tariffFor(catalogue.now(), input.partner.id)
  const { lines, price, pair, prices } = await priceLines(deps, tariff, input.terms, input.discount)
  return {
    answer: {
      ...toFeeQuote(lines),
      ...price.bounds,
      payin_group: pair.payinGroup,
      payout_group: pair.payoutGroup,
    },
    group: pair.payinGroup,
    currency: pair.payin.code,
    prices,
  }
}
