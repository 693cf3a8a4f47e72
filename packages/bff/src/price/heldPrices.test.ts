import type { Prices } from '@cambio/exchange/price/RateSource.ts'
import { silentLog } from '@cambio/server/log.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { heldPrices } from './heldPrices.ts'

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
  const held = heldPrices({ prices: fetchPrices }, deps)
  await Promise.all([held.prices(), held.prices()])
  expect(fetchPrices).toHaveBeenCalledTimes(1)
  now = new Date(at.getTime() + 1_000)
  expect(await held.prices()).toBe(prices)
  expect(fetchPrices).toHaveBeenCalledTimes(2)
})

test('a clock that is set back does not keep what was read', async () => {
  const fetchPrices = vi.fn(async () => prices)
  const held = heldPrices({ prices: fetchPrices }, deps)
  await held.prices()
  now = new Date(at.getTime() - 3_600_000)
  await held.prices()
  expect(fetchPrices).toHaveBeenCalledTimes(2)
})

test('a source that takes more than two seconds has no prices, and is asked again', async () => {
  const answers = [new Promise<Prices>(() => {}), Promise.resolve(prices)]
  const held = heldPrices({ prices: async () => answers.shift() ?? prices }, deps)
  const refused = expect(held.prices()).rejects.toMatchObject({ code: 'rate_unavailable' })
  vi.advanceTimersByTime(2_000)
  await refused
  expect(await held.prices()).toBe(prices)
})

test('a source that fails has no prices, and is asked again', async () => {
  const answers = [Promise.reject(new Error('away')), Promise.resolve(prices)]
  const held = heldPrices({ prices: async () => answers.shift() ?? prices }, deps)
  await expect(held.prices()).rejects.toMatchObject({ code: 'rate_unavailable' })
  expect(await held.prices()).toBe(prices)
  expect(vi.getTimerCount()).toBe(0)
})
