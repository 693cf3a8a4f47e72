import { platformDouble, type Answering } from '../platformDouble.ts'

/*
 * Markets at the other end of a real socket, which answer in the formats of the real ones.
 */

/** Best bid and best ask. */
export type Book = { readonly bid: string; readonly ask: string }
/** Books by the market's own name of the pair. */
type Books = Readonly<Record<string, Book>>

/** Kraken's answer to `GET /0/public/Ticker`. */
export function krakenAnswer(books: Books): Answering {
  const ticker = ({ bid, ask }: Book) => ({
    a: [ask, '1', '1.000'],
    b: [bid, '2', '2.000'],
    c: [bid, '0.00067643'],
    v: ['4083.67001100', '4412.73601799'],
    p: ['30706.77771', '30689.13205'],
    t: [34619, 38907],
    l: ['29868.30000', '29868.30000'],
    h: ['31631.00000', '31631.00000'],
    o: '30502.80000',
  })
  return { json: { error: [], result: mapped(books, ticker) } }
}

/** What Bitstamp tells beside a price, and nobody reads. */
const tradedToday = {
  open: '25730',
  high: '26252',
  low: '25350',
  volume: '3563.13819902',
  vwap: '25681',
  side: '0',
  open_24: '25895',
  percent_24: '1.24',
}

/** Bitstamp's answer to `GET /api/v2/ticker/`, told at that time. */
export function bitstampAnswer(books: Books, at: Date): Answering {
  const timestamp = String(Math.floor(at.getTime() / 1_000))
  return {
    json: Object.entries(books).map(([pair, { bid, ask }]) => ({
      ...tradedToday,
      last: bid,
      bid,
      ask,
      timestamp,
      pair,
    })),
  }
}

/** Coinbase's answers to `GET /products/{id}/ticker`; 404 for a product it does not have. */
export function coinbaseAnswer(path: string, books: Books): Answering {
  const product = /^\/products\/([A-Z-]+)\/ticker$/.exec(path)?.[1] ?? ''
  const book = books[product]
  if (!book) return { status: 404, json: { message: 'NotFound' } }
  const trade = { trade_id: 86326522, price: book.bid, size: '0.00698254', time: '2026-03-01T08:00:00.000Z' }
  return { json: { ...trade, ...book, volume: '0.12345678' } }
}

/** Coinbase's answer to `GET /v2/exchange-rates?currency=EUR`. */
export function coinbaseRatesAnswer(rates: Readonly<Record<string, string>>): Answering {
  return { json: { data: { currency: 'EUR', rates: { EUR: '1', ...rates } } } }
}

/** A market that can be told to answer otherwise while it runs. */
export async function marketDouble(answer: (path: string) => Answering) {
  const market = { answer }
  const double = await platformDouble(({ path }) => market.answer(path))
  return Object.assign(market, double)
}

function mapped<Value>(books: Books, tickerOf: (book: Book) => Value): Record<string, Value> {
  return Object.fromEntries(Object.entries(books).map(([name, book]) => [name, tickerOf(book)]))
}
