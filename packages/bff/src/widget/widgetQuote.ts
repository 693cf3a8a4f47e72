import { capsFor } from '@cambio/exchange/catalogue/Catalogue.ts'
import { TURNOVER_SPAN_MS, type Client } from '@cambio/exchange/client/Client.ts'
import { toFeeQuote } from '@cambio/exchange/price/Quote.ts'
import type { QuoteTerms } from '@cambio/exchange/price/quotePair.ts'
import { quoteForBuyer } from '@cambio/exchange/request/quoteForBuyer.ts'
import type { WidgetQuote } from '@cambio/wire/order/Quote.ts'
import { requestOf, type Opened } from '../authenticate/entry.ts'
import type { Exchange } from '../program/Exchange.ts'
import { ratesFor } from '../program/faultyProviders.ts'
import type { Stores } from '../store/stores.ts'
import { limitAheadOf } from './limitAheadOf.ts'

type Quoting = Pick<Exchange, 'catalogue' | 'clock' | 'random' | 'rates' | 'faults'>

/** What a buyer asks a price for. */
type Asked = QuoteTerms & {
  readonly coupon?: string | undefined
  /** Whether the price may be one without the service fee, as that of the buyer's first order; it may, if left out. */
  readonly freeFirst?: boolean
}

/**
 * The price of what a buyer chose, kept so that placing can name it, with what it means for their limit.
 * @throws Refusal with what the route `quote` promises
 */
export async function widgetQuote(
  { catalogue, clock, random, ...priced }: Quoting,
  stores: Pick<Stores, 'clients' | 'coupons' | 'quotes'>,
  { opened, buyer, asked }: { opened: Opened; buyer: Client | null; asked: Asked },
): Promise<WidgetQuote> {
  const { coupon, freeFirst = true, ...terms } = asked
  const request = requestOf(opened)
  const clientId = buyer?.id ?? null
  const payin = request.fields.payin_currency ?? terms.payin_currency
  const rates = ratesFor(priced, { id: request.id, payin })
  const { quote, bounds, storedQuote } = await quoteForBuyer(
    { catalogue, random, rates, now: () => clock.now(), ...stores },
    { request, partner: opened.partner, clientId, terms, coupon, freeFirst },
  )
  const since = new Date(clock.now().getTime() - TURNOVER_SPAN_MS)
  const turnover = buyer ? await stores.clients.turnoverEurCents(buyer.id, since) : 0n
  return {
    ...toFeeQuote(quote),
    ...bounds,
    quote_id: storedQuote.id,
    expires_at: storedQuote.expiresAt.toISOString(),
    payin_currency: quote.payin.currency,
    payin_group: quote.payinGroup,
    payout_currency: quote.payout.currency,
    payout_group: quote.payoutGroup,
    limit: limitAheadOf(capsFor(catalogue.now(), opened.partner.id), buyer, turnover, quote),
  }
}
