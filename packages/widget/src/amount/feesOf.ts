import * as Currency from '@cambio/wire/Currency.ts'
import * as Money from '@cambio/wire/Money.ts'
import type { WidgetQuote } from '@cambio/wire/order/Quote.ts'
import { unitsOf } from './amountTrouble.ts'

type Terms = Pick<
  WidgetQuote,
  'payin_fee' | 'margin_fee' | 'payout_fee' | 'rate' | 'payin_currency' | 'payout_currency'
>

/** All fees of a price in the currency that is paid, rounded up, as a wire amount. */
export function feesOf(quote: Terms): string {
  const [whole = '0', fraction = ''] = quote.rate.split('.')
  const rate = BigInt(whole + fraction)
  const payin = Currency.whole(quote.payin_currency)
  const scale = 10n ** BigInt(fraction.length) * Currency.whole(quote.payout_currency)
  const payoutFee = (unitsOf(quote.payout_fee) * rate * payin + scale - 1n) / scale
  const units = unitsOf(quote.payin_fee) + unitsOf(quote.margin_fee) + payoutFee
  return Money.format({ units, currency: quote.payin_currency })
}
