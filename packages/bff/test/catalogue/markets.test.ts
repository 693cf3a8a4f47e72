import { judgementsOf } from '@cambio/rails/rates/judgementsOf.ts'
import {
  bitstampAnswer,
  coinbaseAnswer,
  krakenAnswer,
  marketDouble,
} from '@cambio/rails/testing/rates/marketDoubles.ts'
import { answerCall } from '@cambio/server/cli/answerCall.ts'
import { silentLog } from '@cambio/server/log.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { exchangeCommands } from '../../src/cli/exchangeCommands.ts'
import { statusAndCode } from '../http/statusAndCode.ts'
import { commandDepsOf } from '../operator/commandDepsOf.ts'
import { createBody, createPath } from '../order/createOrder.ts'
import { openRig, type Reply, type Rig } from '../rig.ts'

type Market = Awaited<ReturnType<typeof marketDouble>>

let rig: Rig
let kraken: Market
let bitstamp: Market
let coinbase: Market
beforeAll(async () => {
  kraken = await marketDouble(() => 'hang up')
  bitstamp = await marketDouble(() => 'hang up')
  coinbase = await marketDouble(() => 'hang up')
  const RATES = `kraken=${kraken.url},bitstamp=${bitstamp.url},coinbase=${coinbase.url}`
  rig = await openRig({}, { RATES })
})
afterAll(async () => {
  await rig.close()
  for (const market of [kraken, bitstamp, coinbase]) await market[Symbol.asyncDispose]()
})

const at = (price: string) => ({ bid: price, ask: price })

/** Every market says this of BTC and of ETH. */
function quoteEverywhere(
  btc: readonly [string, string, string],
  eth: readonly [string, string, string],
): void {
  kraken.answer = () =>
    krakenAnswer({ XXBTZEUR: at(btc[0]), XETHZEUR: at(eth[0]), EURJPY: at('160'), ZEURZUSD: at('1.10') })
  bitstamp.answer = () =>
    bitstampAnswer(
      { 'BTC/EUR': at(btc[1]), 'ETH/EUR': at(eth[1]), 'EUR/USD': at('1.101') },
      rig.exchange.clock.now(),
    )
  coinbase.answer = (path) => coinbaseAnswer(path, { 'BTC-EUR': at(btc[2]), 'ETH-EUR': at(eth[2]) })
}

const fee = (payin_currency: string, payout_currency: string): Promise<Reply> => {
  const body = { partner_order_id: 'f', payin_currency, payin_amount: '100', payout_currency }
  const headers = { 'Content-Type': 'application/json' }
  return rig.send('POST', '/api/v2/public/order/fee', { body: JSON.stringify(body), headers })
}
const get = async (path: string): Promise<Reply> => rig.send('GET', path)
const order = (id: string, fields: object = {}) =>
  rig.partner('POST', createPath, { ...createBody(id), ...fields })

beforeEach(() => {
  rig.pass(60_000)
  quoteEverywhere(['60000', '60060', '60120'], ['3000', '3003', '3006'])
})

describe('markets that agree', () => {
  test('markets that agree make the rate that is quoted and ordered at', async () => {
    const quoted = await fee('EUR', 'ETH')
    expect(quoted.at('rate')).toBe('3018.015')
    expect((await order('agreed')).status).toBe(200)
    expect((await get('/api/v2/public/ticker/ETH-USD')).status).toBe(200)
  })

  test('a currency that fewer than two markets price is not sold, and the lists say so', async () => {
    const pairs = (await get('/api/v2/public/currency')).body
    expect(pairs).toMatchObject({ EUR: expect.arrayContaining(['BTC', 'ETH']) })
    for (const code of ['JPY', 'KWD', 'GBP']) expect(pairs).not.toHaveProperty(code)
    for (const version of ['v1', 'v2']) {
      const reply = await get(`/api/${version}/public/payment/payin`)
      const card = Array.isArray(reply.body) ? reply.body.find(({ group }) => group === 'card') : undefined
      expect(card).toMatchObject({
        list: [
          { currency: 'EUR', is_crypto: false },
          { currency: 'USD', is_crypto: false },
        ],
      })
    }
    expect(statusAndCode(await fee('JPY', 'ETH'))).toEqual([503, 'rate_unavailable'])
  })
})

describe('a currency that the markets do not agree on', () => {
  test('a currency that the markets do not agree on is sold nowhere: lists, quote and order say so', async () => {
    quoteEverywhere(['60000', '63000', '66000'], ['3000', '3003', '3006'])
    for (const path of ['/api/v1/public/currency', '/api/v2/public/currency']) {
      const { body } = await get(path)
      expect(body).toMatchObject({ EUR: expect.arrayContaining(['ETH']) })
      expect(body).not.toMatchObject({ EUR: expect.arrayContaining(['BTC']) })
    }
    const names = (await get('/api/v2/public/ticker')).body
    expect(names).toEqual(expect.arrayContaining([expect.objectContaining({ name: 'ETH-EUR' })]))
    expect(names).not.toEqual(expect.arrayContaining([expect.objectContaining({ name: 'BTC-EUR' })]))
    const refused = [503, 'rate_unavailable']
    expect(statusAndCode(await get('/api/v2/public/ticker/BTC-EUR'))).toEqual(refused)
    const quote = await fee('EUR', 'BTC')
    expect([statusAndCode(quote), quote.headers.get('retry-after')]).toEqual([refused, expect.any(String)])
    const bitcoin = { payout_currency: 'BTC', dst_address: 'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn' }
    expect(statusAndCode(await order('apart', bitcoin))).toEqual(refused)
    expect((await order('apart')).status).toBe(200)
  })
})

test('the widget offers what has a price, and everything while nothing has a price', async () => {
  const entry = await rig.openRequest()
  const fetchPairs = async () => (await rig.widget('GET', `/api/widget/${entry}`)).at('offer.pairs')
  expect(await fetchPairs()).toEqual({ EUR: ['BTC', 'ETH'], USD: ['EUR', 'BTC', 'ETH'] })
  for (const market of [kraken, bitstamp, coinbase]) market.answer = () => 'hang up'
  rig.pass(60_000)
  expect(await fetchPairs()).toMatchObject({ JPY: expect.arrayContaining(['XRP']) })
})

test('when the markets fall silent their last prices hold for thirty seconds, and then nothing is sold', async () => {
  expect((await fee('EUR', 'ETH')).status).toBe(200)
  for (const market of [kraken, bitstamp, coinbase]) market.answer = () => ({ status: 502, json: {} })
  rig.pass(30_000)
  expect((await fee('EUR', 'ETH')).status).toBe(200)
  rig.pass(1_000)
  expect(statusAndCode(await fee('EUR', 'ETH'))).toEqual([503, 'rate_unavailable'])
  expect((await get('/api/v2/public/currency')).body).toEqual({})
  expect((await get('/api/v2/public/ticker')).body).toEqual([])
  quoteEverywhere(['60000', '60060', '60120'], ['3000', '3003', '3006'])
  rig.pass(3_000)
  expect((await fee('EUR', 'ETH')).status).toBe(200)
})

test('the operator sees what each source says of each pair, how old that is and how far off', async () => {
  quoteEverywhere(['60000', '60060', '66000'], ['3000', '3003', '3006'])
  const quotedAt = rig.exchange.clock.now()
  bitstamp.answer = () => bitstampAnswer({ 'BTC/EUR': at('60060'), 'ETH/EUR': at('3003') }, quotedAt)
  rig.pass(12_000)
  const choices = [
    { name: 'kraken', baseUrl: kraken.url },
    { name: 'bitstamp', baseUrl: bitstamp.url },
    { name: 'coinbase', baseUrl: coinbase.url },
  ] as const
  const deps = {
    ...commandDepsOf(rig.exchange),
    askSources: judgementsOf({ clock: rig.exchange.clock, log: silentLog }, choices),
  }
  const call = (...words: string[]) => answerCall(exchangeCommands, words, (work) => work(deps))
  const answer = JSON.parse((await call('rates', '--json')).output)
  expect(answer.sources).toEqual(choices.map(({ name }) => ({ source: name, answered: true })))
  expect(answer.pairs).toContainEqual({
    pair: 'BTC-EUR',
    available: true,
    price: '60030',
    sources: [
      expect.objectContaining({
        source: 'kraken',
        price: '60000',
        age_seconds: 0,
        divergence_percent: '-0.04',
      }),
      expect.objectContaining({ source: 'bitstamp', price: '60060', age_seconds: 12, counts: true }),
      {
        source: 'coinbase',
        price: '66000',
        age_seconds: 0,
        divergence_percent: '9.94',
        counts: false,
        why_not: 'too far from the others',
      },
    ],
  })
  expect(answer.pairs).toContainEqual({ pair: 'KWD-EUR', available: false, price: null, sources: [] })
  const text = (await call('rates')).output
  expect(text).toContain('bitstamp 60060 (12 s old, 0.04 %)')
  coinbase.answer = () => 'hang up'
  expect((await call('rates')).output).toContain('coinbase returned no price.')
})

test('in a sandbox without markets the operator sees its own prices', async () => {
  const deps = commandDepsOf(rig.exchange)
  const { output } = await answerCall(exchangeCommands, ['rates', '--json'], (work) => work(deps))
  const { sources, pairs } = JSON.parse(output)
  expect(sources).toEqual([{ source: 'sandbox', answered: true }])
  expect(pairs).toContainEqual(expect.objectContaining({ pair: 'BTC-EUR', available: true }))
})
