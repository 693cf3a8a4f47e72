import { Refusal } from '@cambio/wire/http/Problem.ts'
import type { CreateRequest } from '@cambio/wire/widget/WidgetRequest.ts'
import type { Catalogue } from '../catalogue/Catalogue.ts'
import type { ClientStore } from '../client/ClientStore.ts'
import { SHOWN_PRICE_MS } from '../order/life/priceGuarantee.ts'
import type { Partner } from '../partner/Partner.ts'
import type { CouponStore } from '../price/CouponStore.ts'
import { discountFor } from '../price/discount.ts'
import { quotePair, type QuoteTerms, type Quoted } from '../price/quotePair.ts'
import type { RateSource } from '../price/RateSource.ts'
import type { Random } from '../Random.ts'
import type { StoredQuote, QuoteStore } from './QuoteStore.ts'
import { hasEnded, type WidgetRequest } from './WidgetRequest.ts'
import { widgetTariff } from './widgetTariff.ts'

export type QuoteForBuyerDeps = {
  quotes: Pick<QuoteStore, 'keep'>
  coupons: CouponStore
  clients: Pick<ClientStore, 'hasOrdered'>
  rates: RateSource
  catalogue: Catalogue
  random: Random
  now: () => Date
}

/**
 * Prices a buyer's choices in the widget and stores the quote, so that placing can name it. Fields fixed by the partner
 * override what was sent.
 * @throws Refusal with one of the route's codes
 */
export async function quoteForBuyer(
  deps: QuoteForBuyerDeps,
  input: {
    request: WidgetRequest
    partner: Partner
    clientId: string | null
    terms: QuoteTerms
    coupon: string | undefined
    /** Whether the price may waive the service fee, as for the buyer's first order. */
    freeFirst: boolean
  },
): Promise<Quoted & { storedQuote: StoredQuote }> {
  const { request, partner, clientId, coupon, freeFirst } = input
  if (hasEnded(request, deps.now())) throw new Refusal('request_expired')
  const discount = await discountFor(deps, { partner, clientId, coupon, freeFirst })
  const tariff = widgetTariff(deps.catalogue.now(), partner.id, clientId !== null)
  const quoted = await quotePair(deps, tariff, withFixed(input.terms, request.fields), discount)
  const storedQuote: StoredQuote = {
    id: deps.random.token(128),
    requestId: request.id,
    clientId,
    quote: quoted.quote,
    coupon: coupon ?? null,
    asFirst: discount.asFirst,
    expiresAt: new Date(deps.now().getTime() + SHOWN_PRICE_MS),
  }
  await deps.quotes.keep(storedQuote)
  return { ...quoted, storedQuote }
}

/** The buyer's choices, overridden by the partner's fixed fields. A fixed amount decides which side is exact. */
function withFixed(terms: QuoteTerms, fields: CreateRequest): QuoteTerms {
  const fixedAmount = fields.payin_amount !== undefined || fields.payout_amount !== undefined
  return {
    payin_currency: fields.payin_currency ?? terms.payin_currency,
    payin_group: fields.payin_group ?? terms.payin_group,
    payin_amount: fixedAmount ? fields.payin_amount : terms.payin_amount,
    payout_currency: fields.payout_currency ?? terms.payout_currency,
    payout_group: fields.payout_group ?? terms.payout_group,
    payout_amount: fixedAmount ? fields.payout_amount : terms.payout_amount,
  }
}
