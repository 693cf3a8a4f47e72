import { toFeeQuote } from '@cambio/exchange/price/Quote.ts'
import { priceLines, type QuoteTerms } from '@cambio/exchange/price/quotePair.ts'
import { contract } from '@cambio/wire/http/contract.ts'
import { Refusal } from '@cambio/wire/http/Problem.ts'
import type { FeeQuote } from '@cambio/wire/order/Quote.ts'
import type { Handlers } from '../http/Handler.ts'
import type { Exchange } from '../program/Exchange.ts'
import { ancestorsOf } from '../widget/ancestors.ts'
import { countryHandlers, offerHandlers, offerHandlersV1 } from './page/reference.ts'

type Deps = Pick<Exchange, 'catalogue' | 'rates' | 'clock' | 'fallbackOrigins'>

/** The routes of reference data and prices, which need no credentials and store nothing. */
export function publicRoutes(exchange: Deps): Handlers['public'] {
  return {
    ...offerHandlers(exchange, contract.public.tickers.path),
    ...countryHandlers(exchange),
    fee: feeHandler(exchange),
    async embedding({ params, query, stores }) {
      const request = await stores.requests.find(params.request_id)
      const partner = request && (await stores.partners.find(request.partnerId))
      if (!partner) throw new Refusal('request_unknown', 'There is no such widget request')
      return { is_allowed: ancestorsOf(exchange, partner).includes(query.origin) }
    },
  }
}

/** The public routes of version 1. */
export function publicV1Routes(exchange: Deps): Handlers['publicV1'] {
  return {
    ...offerHandlersV1(exchange, contract.publicV1.tickers.path),
    ...countryHandlers(exchange),
    fee: feeHandler(exchange),
  }
}

function feeHandler({ catalogue, rates, clock }: Deps) {
  const deps = { rates, now: () => clock.now() }
  return async ({ body }: { readonly body: QuoteTerms }): Promise<FeeQuote> =>
    toFeeQuote((await priceLines(deps, catalogue.now().tariff, body)).lines)
}
