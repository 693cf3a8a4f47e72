import { createLog } from '@cambio/server/createLog.ts'
import { silentLog } from '@cambio/server/log.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  bitstampAnswer,
  coinbaseAnswer,
  krakenAnswer,
  marketDouble,
} from '../../testing/rates/marketDoubles.ts'
import { bitstamp } from './bitstamp.ts'
import { coinbase } from './coinbase.ts'
import { kraken } from './kraken.ts'
import { marketRates, type MarketRates } from './marketRates.ts'

type Double = Awaited<ReturnType<typeof marketDouble>>

const start = new Date('2026-03-01T12:00:00Z')
const whole = 10n ** 18n
const at = (price: string) => ({ bid: price, ask: price })
let now = start
const clock = { now: () => now }
const later = (seconds: number) => (now = new Date(now.getTime() + seconds * 1_000))

const tellKraken = (btc: string, eth: string) => () => krakenAnswer({ XXBTZEUR: at(btc), XETHZEUR: at(eth) })
const tellBitstamp = (btc: string, eth: string) => () =>
  bitstampAnswer({ 'BTC/EUR': at(btc), 'ETH/EUR': at(eth) }, now)
const tellCoinbase = (btc: string, eth: string) => (path: string) =>
  coinbaseAnswer(path, { 'BTC-EUR': at(btc), 'ETH-EUR': at(eth) })

describe('three markets', () => {
  let first: Double
  let second: Double
  let third: Double
  let rates: MarketRates

  beforeEach(async () => {
    now = start
    first = await marketDouble(tellKraken('86000', '2750'))
    second = await marketDouble(tellBitstamp('86100', '2751'))
    third = await marketDouble(tellCoinbase('86200', '2752'))
    rates = open(10_000)
  })
  afterEach(async () => {
    for (const double of [first, second, third]) await double[Symbol.asyncDispose]()
  })

  function open(timeLimitMs: number, log = silentLog): MarketRates {
    const markets = [
      kraken({ clock, baseUrl: first.url }),
      bitstamp({ clock, baseUrl: second.url }),
      coinbase({ clock, baseUrl: third.url }),
    ]
    return marketRates({ clock, log }, { markets, timeLimitMs })
  }
  const eur = async () => Object.fromEntries((await rates.prices()).eur)
  const verdictsOn = async (code: string) => {
    const judgement = (await rates.judgements()).get(code)
    return Object.fromEntries((judgement?.judged ?? []).map(({ source, verdict }) => [source, verdict]))
  }

  test('three markets give the median, and one euro is one euro', async () => {
    expect(await rates.prices()).toEqual({
      at: start,
      eur: new Map([
        ['EUR', whole],
        ['BTC', 86_100n * whole],
        ['ETH', 2_751n * whole],
      ]),
    })
  })

  test('three markets are asked once in three seconds, however many callers ask', async () => {
    await Promise.all([rates.prices(), rates.prices(), rates.prices()])
    later(2.9)
    await rates.prices()
    expect(first.requests).toHaveLength(1)
    later(0.1)
    await rates.prices()
    await expect.poll(() => first.requests).toHaveLength(2)
  })

  test('a price needs only two of three markets', async () => {
    first.answer = () => 'silence'
    rates = open(2_000)
    expect(await eur()).toEqual({ EUR: whole, BTC: 86_150n * whole, ETH: 27_515n * 10n ** 17n })
  })

  test('callers do not wait for a silent market while two others answer', async () => {
    // The market is given longer than this test.
    rates = open(60 * 60_000)
    await rates.prices()
    later(3)
    first.answer = () => 'silence'
    const silent = first.requests.length
    expect((await rates.prices()).eur.size).toBeGreaterThan(1)
    await expect.poll(() => first.requests.length).toBeGreaterThan(silent)
  })

  test('a market that repeats an old price is left out', async () => {
    second.answer = () => bitstampAnswer({ 'BTC/EUR': at('99999'), 'ETH/EUR': at('2751') }, start)
    later(31)
    expect(await eur()).toMatchObject({ BTC: 86_100n * whole, ETH: 2_751n * whole })
    expect(await verdictsOn('BTC')).toEqual({ kraken: 'in', bitstamp: 'stale', coinbase: 'in' })
  })

  test('a market that is far off is left out, and only where it is', async () => {
    third.answer = tellCoinbase('43000', '2752')
    expect(await eur()).toEqual({ EUR: whole, BTC: 86_050n * whole, ETH: 2_751n * whole })
    expect(await verdictsOn('BTC')).toEqual({ kraken: 'in', bitstamp: 'in', coinbase: 'apart' })
    expect(await verdictsOn('ETH')).toEqual({ kraken: 'in', bitstamp: 'in', coinbase: 'in' })
  })

  test('markets that differ on one currency have no price for that currency only', async () => {
    third.answer = () => 'hang up'
    second.answer = tellBitstamp('88000', '2751')
    expect(await eur()).toEqual({ EUR: whole, ETH: 27_505n * 10n ** 17n })
    expect(await verdictsOn('BTC')).toEqual({ kraken: 'apart', bitstamp: 'apart' })
  })

  test('a single market gives no price', async () => {
    second.answer = () => ({ status: 503, json: {} })
    third.answer = () => ({ text: '<html>' })
    expect(await eur()).toEqual({ EUR: whole })
    expect(await verdictsOn('BTC')).toEqual({ kraken: 'alone' })
  })

  test('the last prices of silent markets count for thirty seconds and no longer', async () => {
    await rates.prices()
    for (const double of [first, second, third]) double.answer = () => ({ status: 500, json: {} })
    later(30)
    expect(Object.keys(await eur())).toEqual(['EUR', 'BTC', 'ETH'])
    later(1)
    expect(Object.keys(await eur())).toEqual(['EUR'])
  })

  test('markets give new prices, or none, after the clock was set back', async () => {
    await rates.prices()
    later(-3_600)
    first.answer = tellKraken('43000', '1375')
    second.answer = tellBitstamp('43000', '1375')
    third.answer = tellCoinbase('43000', '1375')
    expect(await eur()).toMatchObject({ BTC: 43_000n * whole })
    for (const double of [first, second, third]) double.answer = () => 'hang up'
    later(-3_600)
    expect(Object.keys(await eur())).toEqual(['EUR'])
  })

  test('a market that fails is reported once, and so is its return, in one line each', async () => {
    const lines: string[] = []
    const destination = { write: (line: string) => void lines.push(line) }
    rates = open(10_000, createLog({ program: 'exchange', destination }))
    first.answer = () => ({ status: 503, json: {} })
    await rates.prices()
    for (const asked of [2, 3]) {
      later(3)
      await rates.prices()
      await expect.poll(() => first.requests).toHaveLength(asked)
    }
    first.answer = tellKraken('86000', '2750')
    later(3)
    await rates.prices()
    await expect.poll(() => lines).toHaveLength(2)
    later(3)
    await rates.prices()
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
      expect.objectContaining({
        level: 'warn',
        event: expect.stringContaining('“cambio rates”') as string,
        rail: 'kraken',
        reason: 'The platform answered with status 503',
      }),
      expect.objectContaining({ level: 'warn', event: 'a market has prices again', durationMs: 9_000 }),
    ])
    for (const line of lines) expect(line.length).toBeLessThan(300)
  })

  test('markets recover after a failure', async () => {
    for (const double of [first, second, third]) double.answer = () => 'hang up'
    expect(Object.keys(await eur())).toEqual(['EUR'])
    first.answer = tellKraken('86000', '2750')
    second.answer = tellBitstamp('86100', '2751')
    later(3)
    expect(await eur()).toMatchObject({ BTC: 86_050n * whole })
  })
})
