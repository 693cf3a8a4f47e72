import { expect, test } from 'vitest'
import type { Answering } from '../platformDouble.ts'
import { bitstamp } from './bitstamp.ts'
import { coinbase } from './coinbase.ts'
import { coinbaseRates } from './coinbaseRates.ts'
import { kraken } from './kraken.ts'
import type { Market, MarketDeps } from './Market.ts'
import {
  bitstampAnswer,
  coinbaseAnswer,
  coinbaseRatesAnswer,
  krakenAnswer,
  marketDouble,
  type Book,
} from './marketDoubles.ts'

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

test('Kraken tells bid and ask of all its markets in one answer', async () => {
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

test('Bitstamp tells the time of each, which is never believed to be later than now', async () => {
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

test('Coinbase is asked for each product, and one that it has no longer is left out', async () => {
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

test('Coinbase’s exchange rates tell fiat money in one answer, and no coin', async () => {
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
)('$name has told nothing when it $does', async ({ open, answering }) => {
  await expect(readMarket(open, () => answering)).rejects.toMatchObject({ name: 'Unanswered' })
})

test.for(markets.map(({ open }) => ({ open, name: open.name })))(
  '$name is left when it is silent',
  async ({ open }) => {
    await using double = await marketDouble(() => 'silence')
    const quotes = open({ clock, baseUrl: double.url }).quotes(AbortSignal.timeout(50))
    await expect(quotes).rejects.toMatchObject({ name: 'Unanswered' })
  },
)
