import {
  bitstampAnswer,
  coinbaseRatesAnswer,
  krakenAnswer,
  marketDouble,
} from '@cambio/rails/testing/rates/marketDoubles.ts'

const at = (price: string) => ({ bid: price, ask: price })

/** Three markets: two tell ETH, and two JPY. */
export async function openMarkets() {
  const kraken = await marketDouble(() => 'hang up')
  const bitstamp = await marketDouble(() => bitstampAnswer({ 'ETH/EUR': at('2502') }, new Date()))
  const coinbaseRates = await marketDouble(() => coinbaseRatesAnswer({ JPY: '160.40', KWD: '0.33' }))
  /** What Kraken says an ether costs from now on. */
  const krakenSays = (eur: string) =>
    void (kraken.answer = () => krakenAnswer({ XETHZEUR: at(eur), XXBTZEUR: at('60000'), EURJPY: at('160') }))
  krakenSays('2500')
  return {
    krakenSays,
    settings: `kraken=${kraken.url},bitstamp=${bitstamp.url},coinbase-rates=${coinbaseRates.url}`,
    all: [kraken, bitstamp, coinbaseRates],
  }
}
