import * as z from 'zod/mini'
import { CountryEntry } from '../Country.ts'
import { GroupEntry, Pairs } from '../Group.ts'
import { CountryCode } from '../http/field.ts'
import { type Caller, route } from '../http/route.ts'
import { Ticker, TickerV1 } from '../Ticker.ts'

export const DirectionParams = z.object({ direction: z.string() })
export const TickerParams = z.object({ name: z.string() })
export const MethodParams = z.object({ method: z.string(), direction: z.string() })

/** The routes of what is offered, by which ways and at what price, below one address and for one caller. */
export function offerRoutes<const C extends Caller, T extends typeof Ticker | typeof TickerV1>(at: {
  prefix: `/api/${string}`
  caller: C
  ticker: T
}) {
  const { prefix, caller, ticker } = at
  return {
    currency: route({
      method: 'GET',
      path: `${prefix}/currency`,
      caller,
      summary: 'Which pay-in currency buys which pay-out currencies',
      answer: Pairs,
      refusals: [],
    }),
    payment: route({
      method: 'GET',
      path: `${prefix}/payment/{direction}`,
      caller,
      summary: 'Payment groups offered on one side, in order of preference',
      params: DirectionParams,
      answer: z.array(GroupEntry),
      refusals: ['unknown_direction'],
    }),
    tickers: route({
      method: 'GET',
      path: `${prefix}/ticker`,
      caller,
      summary: 'The rate of every pair that is offered and has a fresh price',
      answer: z.array(ticker),
      refusals: [],
    }),
    ticker: route({
      method: 'GET',
      path: `${prefix}/ticker/{name}`,
      caller,
      summary: 'The rate of one pair',
      params: TickerParams,
      answer: ticker,
      refusals: ['unknown_ticker', 'rate_unavailable'],
    }),
  }
}

/** The routes of countries, below one public address. */
export function countryRoutes(prefix: `/api/${string}/public`) {
  return {
    countries: route({
      method: 'GET',
      path: `${prefix}/country/list`,
      caller: 'anyone',
      summary: 'Every country, with whether we serve it and whether cards are accepted',
      answer: z.array(CountryEntry),
      refusals: [],
    }),
    countriesOfMethod: route({
      method: 'GET',
      path: `${prefix}/country/{method}/{direction}`,
      caller: 'anyone',
      summary: 'The countries where a payment method may be used on one side',
      params: MethodParams,
      answer: z.array(CountryCode),
      refusals: ['unknown_method', 'unknown_direction'],
    }),
  }
}
