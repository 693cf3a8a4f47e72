import type { Prices } from '@cambio/exchange/price/RateSource.ts'
import { silentLog } from '@cambio/server/log.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { cachedPrices } from './cachedPrices.ts'

const at = new Date('2026-03-01T09:30:00Z')
const prices: Prices = { at, eur: new Map() }
let now = at
const deps = { clock: { now: () => now }, log: silentLog }

beforeEach(() => {
  now = at
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => vi.useRealTimers())

test('a source is read once a second, however many callers there are', async () => {
  const fetchPrices = vi.fn(async () => prices)
  const cached = cachedPrices({ prices: fetchPrices }, deps)
  await Promise.all([cached.prices(), cached.prices()])
  expect(fetchPrices).toHaveBeenCalledTimes(1)
  now = new Date(at.getTime() + 1_000)
  expect(await cached.prices()).toBe(prices)
  expect(fetchPrices).toHaveBeenCalledTimes(2)
})

test('a clock that is set back does not extend the cache', async () => {
  const fetchPrices = vi.fn(async () => prices)
  const cached = cachedPrices({ prices: fetchPrices }, deps)
  await cached.prices()
  now = new Date(at.getTime() - 3_600_000)
  await cached.prices()
  expect(fetchPrices).toHaveBeenCalledTimes(2)
})

test('a source that takes more than two seconds has no prices, and is asked again', async () => {
  const answers = [new Promise<Prices>(() => {}), Promise.resolve(prices)]
  const cached = cachedPrices({ prices: async () => answers.shift() ?? prices }, deps)
  const refused = expect(cached.prices()).rejects.toMatchObject({ code: 'rate_unavailable' })
  vi.advanceTimersByTime(2_000)
  await refused
  expect(await cached.prices()).toBe(prices)
})

test('a source that fails has no prices, and is asked again', async () => {
  const answers = [Promise.reject(new Error('away')), Promise.resolve(prices)]
  const cached = cachedPrices({ prices: async () => answers.shift() ?? prices }, deps)
  await expect(cached.prices()).rejects.toMatchObject({ code: 'rate_unavailable' })
  expect(await cached.prices()).toBe(prices)
  expect(vi.getTimerCount()).toBe(0)
})
