import { route } from '../http/route.ts'
import { FeeQuote, FeeRequestV1, PublicFeeRequest } from '../order/Quote.ts'
import { Ticker, TickerV1 } from '../Ticker.ts'
import { Embedding, EmbeddingParams, EmbeddingQuery } from '../widget/Embedding.ts'
import { pricing } from './pricing.ts'
import { countryRoutes, offerRoutes } from './reference.ts'

const fee = 'What a pair costs now; give exactly one of the two amounts'

/** The public group, version 2: reference data and prices, no credentials. */
export const open = {
  ...offerRoutes({ prefix: '/api/v2/public', caller: 'anyone', ticker: Ticker }),
  ...countryRoutes('/api/v2/public'),
  fee: route({
    method: 'POST',
    path: '/api/v2/public/order/fee',
    caller: 'anyone',
    summary: fee,
    body: PublicFeeRequest,
    answer: FeeQuote,
    refusals: pricing,
  }),
  embedding: route({
    method: 'GET',
    path: '/api/v2/public/embedding/{request_id}',
    caller: 'anyone',
    summary:
      'Whether a page of an origin may show a widget request; the loader asks this when no widget answers',
    params: EmbeddingParams,
    query: EmbeddingQuery,
    answer: Embedding,
    refusals: ['request_unknown'],
  }),
} as const

/** The public group, version 1. */
export const openV1 = {
  ...offerRoutes({ prefix: '/api/v1/public', caller: 'anyone', ticker: TickerV1 }),
  ...countryRoutes('/api/v1/public'),
  fee: route({
    method: 'POST',
    path: '/api/v1/public/order/fee',
    caller: 'anyone',
    summary: fee,
    body: FeeRequestV1,
    answer: FeeQuote,
    refusals: pricing,
  }),
} as const
