import { tariffFor } from '@cambio/exchange/catalogue/Catalogue.ts'
import { pairs, paymentGroups } from '@cambio/exchange/catalogue/offer.ts'
import type { Tariff } from '@cambio/exchange/catalogue/Tariff.ts'
import type { Partner } from '@cambio/exchange/partner/Partner.ts'
import { countriesFor, countryList } from '@cambio/exchange/price/countryList.ts'
import { pricedTariff } from '@cambio/exchange/price/pricedTariff.ts'
import { tickerOf, tickers } from '@cambio/exchange/price/tickers.ts'
import { Direction, Method } from '@cambio/wire/Group.ts'
import { Refusal } from '@cambio/wire/http/Problem.ts'
import type { Ticker, TickerV1 } from '@cambio/wire/Ticker.ts'
import type { Exchange } from '../../program/Exchange.ts'

type Deps = Pick<Exchange, 'catalogue' | 'rates' | 'clock'>
/** A call of any caller; a partner's call has the partner. */
type Caller = { readonly clientIp: string; readonly partner?: Partner }

/** What is offered and at what price: to a partner by its own tariff, to all others by the common one. */
export function offerHandlers({ catalogue, rates, clock }: Deps, tickerList: string) {
  const deps = { rates, now: () => clock.now() }
  const tariffOf = ({ partner }: Caller): Tariff => {
    const snapshot = catalogue.now()
    return partner ? tariffFor(snapshot, partner.id) : snapshot.tariff
  }
  return {
    currency: async (call: Caller) => pairs(await pricedTariff(deps, tariffOf(call))),
    payment: async (call: Caller & { readonly params: { readonly direction: string } }) =>
      paymentGroups(await pricedTariff(deps, tariffOf(call)), directionOf(call.params.direction)),
    tickers: (call: Caller) => tickers(deps, tariffOf(call)),
    ticker: (call: Caller & { readonly params: { readonly name: string } }) =>
      tickerOf(deps, tariffOf(call), { name: call.params.name, list: tickerList }),
  }
}

/** What is offered, by the routes of version 1, whose tickers have no floating rate. */
export function offerHandlersV1(exchange: Deps, tickerList: string) {
  const handlers = offerHandlers(exchange, tickerList)
  return {
    ...handlers,
    tickers: async (call: Caller) => (await handlers.tickers(call)).map(fixedOnly),
    ticker: async (call: Parameters<typeof handlers.ticker>[0]) => fixedOnly(await handlers.ticker(call)),
  }
}

function fixedOnly({ floating_rate: _floating, ...ticker }: Ticker): TickerV1 {
  return ticker
}

/** Which countries are served. */
export function countryHandlers({ catalogue }: Pick<Exchange, 'catalogue'>) {
  return {
    countries: async () => countryList(catalogue.now().countries),
    countriesOfMethod: async ({
      params,
    }: {
      readonly params: { readonly method: string; readonly direction: string }
    }) => countriesFor(catalogue.now(), methodOf(params.method), directionOf(params.direction)),
  }
}

/** @throws Refusal unknown_direction */
function directionOf(text: string): Direction {
  const direction = Direction.safeParse(text)
  if (direction.success) return direction.data
  throw new Refusal(
    'unknown_direction',
    `There is no direction ${text.slice(0, 32)}: use ${Direction.options.join(' or ')}`,
  )
}

/** @throws Refusal unknown_method */
function methodOf(text: string): Method {
  const method = Method.safeParse(text)
  if (method.success) return method.data
  throw new Refusal(
    'unknown_method',
    `There is no payment method ${text.slice(0, 32)}: use one of ${Method.options.join(', ')}`,
  )
}
