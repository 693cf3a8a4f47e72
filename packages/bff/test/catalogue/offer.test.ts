import * as Rate from '@cambio/wire/Rate.ts'
import { Decimal } from 'decimal.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { openRig, type Reply, type Rig } from '../rig.ts'

let rig: Rig
beforeAll(async () => {
  rig = await openRig()
})
afterAll(() => rig.close())

const PUBLIC = ['/api/v2/public', '/api/v1/public'] as const
const PARTNER = ['/api/v2/partner', '/api/v1/partner'] as const

function read(path: string): Promise<Reply> {
  return path.includes('/partner/') ? rig.partner('GET', path) : rig.send('GET', path)
}

const Tickers = z.array(z.looseObject({ name: z.string(), ask: z.string(), bid: z.string() }))
const Pairs = z.record(z.string(), z.array(z.string()))

describe.each([...PUBLIC, ...PARTNER])('below %s', (prefix) => {
  test('every pair that is offered has a ticker', async () => {
    const pairs = Pairs.parse((await read(`${prefix}/currency`)).body)
    const names = Object.entries(pairs).flatMap(([payin, payouts]) => payouts.map((to) => `${to}-${payin}`))
    const { status, body } = await read(`${prefix}/ticker`)
    expect(status).toBe(200)
    expect(Tickers.parse(body).map(({ name }) => name)).toEqual(names)
    expect(names).toContain('BTC-EUR')
  })

  test('a single ticker equals its entry in the list, and version 1 has no floating rate', async () => {
    const all = Tickers.parse((await read(`${prefix}/ticker`)).body)
    const { status, body } = await read(`${prefix}/ticker/ETH-USD`)
    expect(status).toBe(200)
    expect(body).toEqual(all.find(({ name }) => name === 'ETH-USD'))
    const members = ['name', 'ask', 'bid', ...(prefix.startsWith('/api/v2') ? ['floating_rate'] : [])]
    expect(Object.keys(z.looseObject({}).parse(body)).toSorted()).toEqual(members.toSorted())
  })

  test.each(['USD-BTC', 'BTC-BTC', 'btc-eur', 'BTC'])('there is no ticker %s', async (name) => {
    const reply = await read(`${prefix}/ticker/${name}`)
    expect([reply.status, reply.at('code')]).toEqual([404, 'unknown_ticker'])
    expect(reply.at('detail')).toBe(`There is no such pair: see ${prefix}/ticker`)
  })

  test('payment groups are listed for each direction, and any other direction is refused', async () => {
    const payin = await read(`${prefix}/payment/payin`)
    expect(payin.body).toMatchObject([
      { group: 'card', list: [{ currency: 'EUR', is_crypto: false }, {}, {}, {}, {}] },
      { group: 'sepa', list: [{ currency: 'EUR', is_crypto: false }] },
      { group: 'balance' },
    ])
    expect((await read(`${prefix}/payment/payout`)).body).toMatchObject([
      { group: 'crypto' },
      { group: 'sepa', list: [{ currency: 'EUR', is_crypto: false }] },
      { group: 'balance' },
    ])
    const unknown = await read(`${prefix}/payment/sideways`)
    expect([unknown.status, unknown.at('code')]).toEqual([404, 'unknown_direction'])
  })
})

test('the ask is the rate of a quote, and the bid lies as far below the mid price', async () => {
  const quote = await rig.send('POST', '/api/v2/public/order/fee', {
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({
      partner_order_id: 'ticker',
      payin_currency: 'GBP',
      payin_amount: '250.00',
      payout_currency: 'XRP',
    }),
  })
  const { body } = await rig.send('GET', '/api/v2/public/ticker/XRP-GBP')
  expect(body).toMatchObject({ ask: quote.at('rate'), floating_rate: quote.at('rate') })
  const { ask, bid } = z.looseObject({ ask: z.string(), bid: z.string() }).parse(body)
  const mid = new Decimal(ask).div('1.005')
  expect(new Decimal(bid).div(mid).sub('0.995').abs().lt('1e-12')).toBe(true)
  expect(Rate.format(Rate.parse(bid, 'GBP', 'XRP'))).toBe(bid)
})

test('a pair without a price is left out of the list, and refused by name', async () => {
  const rates = {
    async prices() {
      const { at, eur } = await rig.exchange.rates.prices()
      return { at, eur: new Map([...eur].filter(([code]) => code !== 'LTC')) }
    },
  }
  const without = await openRig({ rates })
  try {
    const all = Tickers.parse((await without.send('GET', '/api/v2/public/ticker')).body)
    expect(all.filter(({ name }) => name.startsWith('LTC'))).toEqual([])
    expect(all.length).toBeGreaterThan(0)
    const one = await without.send('GET', '/api/v2/public/ticker/LTC-EUR')
    expect([one.status, one.at('code')]).toEqual([503, 'rate_unavailable'])
    expect(one.headers.get('retry-after')).not.toBeNull()
  } finally {
    await without.close()
  }
})

test('without fresh prices no ticker is listed', async () => {
  const stale = await openRig({
    rates: { prices: async () => ({ ...(await rig.exchange.rates.prices()), at: new Date(0) }) },
  })
  try {
    expect((await stale.send('GET', '/api/v1/public/ticker')).body).toEqual([])
    expect((await stale.send('GET', '/api/v1/public/ticker/BTC-EUR')).at('code')).toBe('rate_unavailable')
  } finally {
    await stale.close()
  }
})

describe.each(PUBLIC)('countries below %s', (prefix) => {
  test('the list of countries has every country, with what it is not served with', async () => {
    const { body } = await read(`${prefix}/country/list`)
    const countries = z.array(z.looseObject({ code: z.string() })).parse(body)
    expect(countries).toHaveLength(250)
    expect(countries).toEqual(countries.toSorted((one, other) => (one.code < other.code ? -1 : 1)))
    const of = (code: string) => countries.find((country) => country.code === code)
    expect(of('DE')).toEqual({ code: 'DE', name: 'Germany', forbidden: 0, forbidden_card: 0 })
    expect(of('YE')).toMatchObject({ forbidden: 0, forbidden_card: 1 })
    expect(of('KP')).toMatchObject({ forbidden: 1, forbidden_card: 1 })
  })

  test('the countries of a card are those that are served and may pay by card', async () => {
    for (const brand of ['Visa', 'MasterCard']) {
      const codes = z.array(z.string()).parse((await read(`${prefix}/country/${brand}/payin`)).body)
      expect(codes).toContain('DE')
      expect(codes.filter((code) => code === 'YE' || code === 'KP')).toEqual([])
    }
  })

  test('the countries of a pay-out in coins are all that are served', async () => {
    const codes = z.array(z.string()).parse((await read(`${prefix}/country/crypto/payout`)).body)
    expect(codes).toContain('YE')
    expect(codes).not.toContain('KP')
  })

  test('a method that offers nothing has no countries', async () => {
    expect((await read(`${prefix}/country/Visa/payout`)).body).toEqual([])
    expect((await read(`${prefix}/country/neteller/payin`)).body).toEqual([])
  })

  test.each([
    ['cash/payin', 'unknown_method'],
    ['card/payin', 'unknown_method'],
    ['Visa/sideways', 'unknown_direction'],
  ])('the countries of %s are refused: %s', async (path, code) => {
    const reply = await read(`${prefix}/country/${path}`)
    expect([reply.status, reply.at('code')]).toEqual([404, code])
  })
})
