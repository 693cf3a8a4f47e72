import type { WidgetQuote } from '@cambio/wire/order/Quote.ts'
import type { WidgetView } from '@cambio/wire/widget/Widget.ts'
import { unitsOf } from '../amount/amountTrouble.ts'
import { payinTraits } from '../payin/payinTraits.ts'

/** Whether a price exceeds the balance that pays it; false while the buyer is unknown. */
export function isBeyondBalance(
  { buyer }: Pick<WidgetView, 'buyer'>,
  quote: Pick<WidgetQuote, 'payin_amount' | 'payin_currency' | 'payin_group'> | null,
): boolean {
  if (!buyer || !quote || !payinTraits(quote.payin_group).isFromBalance) return false
  const has = buyer.balances.find(({ currency }) => currency === quote.payin_currency)
  return unitsOf(quote.payin_amount) > (has ? unitsOf(has.amount) : 0n)
}
