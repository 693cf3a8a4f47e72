import type * as Currency from '@cambio/wire/Currency.ts'
import * as Rate from '@cambio/wire/Rate.ts'
import { fromEur, priceOf } from './euro.ts'
import type { Fees, Pricing } from './Quote.ts'
import type { Prices } from './RateSource.ts'

/** What prices any amount of two currencies at these prices and fees. @throws Refusal rate_unavailable */
export function pricingOf(
  prices: Prices,
  { payin, payout }: { payin: Currency.Currency; payout: Currency.Currency },
  { networkBps, serviceBps, spreadBps, transferEurCents }: Fees,
): Pricing {
  const mid = Rate.cross(
    { code: payin.code, price: priceOf(prices, payin.code) },
    { code: payout.code, price: priceOf(prices, payout.code) },
  )
  const payoutFee = fromEur(transferEurCents, payout.code, prices)
  return { rate: Rate.widen(mid, spreadBps), networkBps, serviceBps, payoutFee }
}
