import * as Currency from '@cambio/wire/Currency.ts'
import type { Money } from '@cambio/wire/Money.ts'
import { pricingOf } from './pricingOf.ts'
import { fromPayin, type Quote } from './Quote.ts'
import type { Prices } from './RateSource.ts'
import { valued } from './valued.ts'

/**
 * Prices an order's pay-in again, by the fees that it was placed with, whatever the tariff is now.
 * @param payin the amount received, where that is not the quote's pay-in
 * @returns undefined where nothing would be left to pay out
 * @throws Refusal rate_unavailable
 */
export function reprice(quote: Quote, prices: Prices, payin: Money = quote.payin): Quote | undefined {
  const { payout, fees } = quote
  const pair = { payin: Currency.get(payin.currency), payout: Currency.get(payout.currency) }
  const lines = fromPayin(pricingOf(prices, pair, fees), payin)
  return lines && valued(lines, { ...quote, prices })
}
