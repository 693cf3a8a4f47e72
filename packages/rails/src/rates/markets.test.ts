import { expect, test } from 'vitest'
import type { Answering } from '../../testing/platformDouble.ts'
import {
  bitstampAnswer,
  coinbaseAnswer,
  coinbaseRatesAnswer,
  krakenAnswer,
  marketDouble,
  type Book,
} from '../../testing/rates/marketDoubles.ts'
import { bitstamp } from './bitstamp.ts'
import { coinbase } from './coinbase.ts'
import { coinbaseRates } from './coinbaseRates.ts'
import { kraken } from './kraken.ts'
import type { Market, MarketDeps } from './Market.ts'

const now = new Date('2026-03-01T12:00:00Z')
const clock = { now: () => now }
const one = 10n ** 18n
const book: Book = { bid: '86000.10000', ask: '86000.30000' }
const tether: Book = { bid: '0.92', ask: '0.92' }
const limit = () => AbortSignal.timeout(5_000)

async function readMarket(open: (deps: MarketDeps) => Market, answer: (path: string) => Answering) {
  await using double = await marketDouble(answer)
  const quotes = await open({ clock, baseUrl: double.url }).quotes(limit())
  const requests = double.requests.map(({ method, path }) => `${method} ${path}`)
  return {
    requests,
    at: quotes.map((each) => each.at),
    eur: new Map(quotes.map(({ code, eur }) => [code, eur])),
  }
}

test('Kraken gives bid and ask of all its markets in one answer', async () => {
  const { requests, eur, at } = await readMarket(kraken, () =>
    krakenAnswer({
      XXBTZEUR: book,
      USDTEUR: tether,
      ZEURZUSD: { bid: '1.25', ask: '1.25' },
      ADAUSD: { bid: '1', ask: '2' },
    }),
  )
  expect(requests).toEqual(['GET /0/public/Ticker'])
  expect(eur).toEqual(
    new Map([
      ['BTC', 860_002n * 10n ** 17n],
      ['USDT20', (one * 92n) / 100n],
      ['USDTTRC20', (one * 92n) / 100n],
      ['USD', (one * 8n) / 10n],
    ]),
  )
  expect(at).toEqual([now, now, now, now])
})

test('Bitstamp gives the time of each price, and a time in the future counts as now', async () => {
  const minuteAgo = new Date(now.getTime() - 60_000)
  const books = { 'BTC/EUR': book, 'GBP/EUR': { bid: '1.16', ask: '1.16' } }
  const { requests, eur, at } = await readMarket(bitstamp, () => bitstampAnswer(books, minuteAgo))
  expect(requests).toEqual(['GET /api/v2/ticker/'])
  expect(eur).toEqual(
    new Map([
      ['BTC', 860_002n * 10n ** 17n],
      ['GBP', (one * 116n) / 100n],
    ]),
  )
  expect(at).toEqual([minuteAgo, minuteAgo])
  const ahead = await readMarket(bitstamp, () => bitstampAnswer(books, new Date(now.getTime() + 60_000)))
  expect(ahead.at).toEqual([now, now])
})

test('Coinbase is asked for each product, and a product it no longer has is left out', async () => {
  const { requests, eur, at } = await readMarket(coinbase, (path) =>
    coinbaseAnswer(path, { 'BTC-EUR': book, 'USDC-EUR': tether }),
  )
  expect(requests).toContain('GET /products/BTC-EUR/ticker')
  expect(eur).toEqual(
    new Map([
      ['BTC', 860_002n * 10n ** 17n],
      ['USDC', (one * 92n) / 100n],
    ]),
  )
  expect(at).toEqual([now, now])
})

test('Coinbase’s exchange rates price fiat currencies in one answer, and no coin', async () => {
  const { requests, eur, at } = await readMarket(coinbaseRates, () =>
    coinbaseRatesAnswer({ JPY: '160', KWD: '0.32', GBP: 'n/a', BTC: '0.0000125', ZWL: '0' }),
  )
  expect(requests).toEqual(['GET /v2/exchange-rates?currency=EUR'])
  expect(eur).toEqual(
    new Map([
      ['JPY', one / 160n],
      ['KWD', (one * 100n) / 32n],
    ]),
  )
  expect(at).toEqual([now, now])
  await expect(readMarket(coinbaseRates, () => ({ json: { data: {} } }))).rejects.toThrow('no exchange rates')
})

const markets = [
  { open: kraken, answer: (bad: Book) => () => krakenAnswer({ XXBTZEUR: bad, XETHZEUR: tether }) },
  { open: bitstamp, answer: (bad: Book) => () => bitstampAnswer({ 'BTC/EUR': bad, 'ETH/EUR': tether }, now) },
  {
    open: coinbase,
    answer: (bad: Book) => (path: string) => coinbaseAnswer(path, { 'BTC-EUR': bad, 'ETH-EUR': tether }),
  },
]

test.for(
  markets.flatMap((market) =>
    [
      { bid: '86000.3', ask: '86000.1' },
      { bid: '0', ask: '86000.1' },
      { bid: '-1', ask: '86000.1' },
      { bid: '8.6e4', ask: '86000.1' },
      { bid: '', ask: '' },
      { bid: '1', ask: `1.${'0'.repeat(19)}` },
    ].map((bad) => ({ ...market, bad, name: market.open.name })),
  ),
)('a book of $name that says $bad is left out, and the rest is not', async ({ open, answer, bad }) => {
  expect((await readMarket(open, answer(bad))).eur).toEqual(new Map([['ETH', (one * 92n) / 100n]]))
})

/** Records that make no sense, as a ticker's fields. */
const oddRecords: readonly unknown[] = [
  null,
  [],
  'n/a',
  {},
  { bid: null, ask: null, a: [null], b: [null], timestamp: null },
  { bid: 1, ask: 2, a: [], b: ['1'], timestamp: 3 },
  { bid: ['1'], ask: {}, a: { 0: '1' }, b: null, timestamp: 'soon' },
]

/** An answer of each market with a price of ETH and the given record for another pair. */
const oddAnswers: readonly {
  open: (deps: MarketDeps) => Market
  used: string
  unused: string
  answer(pair: string, record: unknown): (path: string) => Answering
}[] = [
  {
    open: kraken,
    used: 'XXBTZEUR',
    unused: 'ADAUSD',
    answer: (pair, record) => () => amended(krakenAnswer({ XETHZEUR: tether }), pair, record),
  },
  {
    open: bitstamp,
    used: 'BTC/EUR',
    unused: 'ADA/USD',
    answer: (pair, record) => () => amended(bitstampAnswer({ 'ETH/EUR': tether }, now), pair, record),
  },
  {
    open: coinbase,
    used: 'BTC-EUR',
    unused: 'ADA-USD',
    answer: (pair, record) => (path) =>
      path.includes(pair) ? { json: record } : coinbaseAnswer(path, { 'ETH-EUR': tether }),
  },
]

/** A market's answer with one more record, of that pair where records have one. */
function amended(answering: Answering, pair: string, record: unknown): Answering {
  if (typeof answering !== 'object' || !('json' in answering)) throw new Error('It answers no JSON')
  const { json } = answering
  const named = typeof record === 'object' && record !== null ? { ...record, pair } : record
  if (Array.isArray(json)) return { json: [named, ...json] }
  const { error, result } = json as { error: unknown; result: object }
  return { json: { error, result: { ...result, [pair]: record } } }
}

test.for(
  oddAnswers.flatMap((market) =>
    (['used', 'unused'] as const).flatMap((which) =>
      oddRecords.map((record) => ({
        ...market,
        which,
        record,
        name: market.open.name,
        text: JSON.stringify(record),
      })),
    ),
  ),
)('an odd record of $name for a pair that is $which, $text, costs no other pair its price', async (odd) => {
  const { eur } = await readMarket(odd.open, odd.answer(odd[odd.which], odd.record))
  expect(eur).toEqual(new Map([['ETH', (one * 92n) / 100n]]))
})

test('an odd exchange rate of Coinbase costs no other currency its price', async () => {
  const odd = { ZWL: null, XAU: 1, USD: ['1.25'], GBP: null, JPY: '160' } as unknown as Record<string, string>
  expect((await readMarket(coinbaseRates, () => coinbaseRatesAnswer(odd))).eur).toEqual(
    new Map([['JPY', one / 160n]]),
  )
})

test('Kraken’s prices count although an error accompanies them', async () => {
  const { json } = krakenAnswer({ XETHZEUR: tether }) as { json: object }
  const { eur } = await readMarket(kraken, () => ({ json: { ...json, error: ['EGeneral:Temporary'] } }))
  expect(eur).toEqual(new Map([['ETH', (one * 92n) / 100n]]))
})

test('a pair that Bitstamp lists twice is left out, and the rest is not', async () => {
  const { json } = bitstampAnswer({ 'BTC/EUR': book, 'ETH/EUR': tether }, now) as { json: object[] }
  const { json: other } = bitstampAnswer({ 'BTC/EUR': tether }, now) as { json: object[] }
  const { eur } = await readMarket(bitstamp, () => ({ json: [...json, ...other] }))
  expect(eur).toEqual(new Map([['ETH', (one * 92n) / 100n]]))
})

test.for([
  { open: kraken, answer: () => krakenAnswer({ ADAUSD: book }) },
  { open: bitstamp, answer: () => bitstampAnswer({ 'ADA/USD': book }, now) },
  { open: coinbase, answer: (path: string) => coinbaseAnswer(path, {}) },
  { open: coinbaseRates, answer: () => coinbaseRatesAnswer({ ADA: '2' }) },
])('a market without a price that we use is unavailable: $open.name', async ({ open, answer }) => {
  await expect(readMarket(open, answer)).rejects.toMatchObject({ name: 'Unanswered' })
})

const unreadable: readonly (readonly [string, Answering])[] = [
  ['fails', { status: 500, json: {} }],
  ['refuses', { status: 429, json: { message: 'Too Many Requests' } }],
  ['shows a page', { text: '<html>maintenance</html>' }],
  ['hangs up halfway', 'hang up halfway'],
  ['answers with numbers', { json: [{ pair: 'BTC/EUR', bid: 1, ask: 2, timestamp: 3, a: [1], b: [2] }] }],
  ['answers with an error', { json: { error: ['EService:Unavailable'], result: {}, message: 'no' } }],
  ['answers with nothing', { json: null }],
]

test.for(
  markets.flatMap(({ open }) =>
    unreadable.map(([does, answering]) => ({ open, name: open.name, does, answering })),
  ),
)('the market $name gives no price when it $does', async ({ open, answering }) => {
  await expect(readMarket(open, () => answering)).rejects.toMatchObject({ name: 'Unanswered' })
})

test.for(markets.map(({ open }) => ({ open, name: open.name })))(
  'a call to the market $name ends at its time limit',
  async ({ open }) => {
    await using double = await marketDouble(() => 'silence')
    const quotes = open({ clock, baseUrl: double.url }).quotes(AbortSignal.timeout(50))
    await expect(quotes).rejects.toMatchObject({ name: 'Unanswered' })
  },
)
