import { currencies } from '@cambio/wire/Currency.ts'
import * as Rate from '@cambio/wire/Rate.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sandboxRates } from './sandboxRates.ts'

const pricesAt = (at: Date) => sandboxRates({ clock: { now: () => at } }).prices()
const moments = fc.date({ min: new Date('2020-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })

test('every currency of the catalogue has a price within 0.3 % of its reference, at any time', async () => {
  await fc.assert(
    fc.asyncProperty(moments, async (at) => {
      const prices = await pricesAt(at)
      expect(prices.at).toEqual(at)
      for (const { code, referencePriceEur } of currencies) {
        const price = prices.eur.get(code) ?? 0n
        const { value } = Rate.parse(referencePriceEur, 'EUR', code)
        expect(price >= (value * 9_970n) / 10_000n && price <= (value * 10_030n) / 10_000n).toBe(true)
      }
    }),
  )
})

test('a price moves by at most 0.04 % from one minute to the next', async () => {
  await fc.assert(
    fc.asyncProperty(moments, async (at) => {
      const [before, after] = await Promise.all([pricesAt(at), pricesAt(new Date(at.getTime() + 60_000))])
      for (const [code, price] of before.eur) {
        const move = (after.eur.get(code) ?? 0n) - price
        expect((move < 0n ? -move : move) * 10_000n <= price * 5n).toBe(true)
      }
    }),
  )
})

test('prices move', async () => {
  const hours = Array.from({ length: 24 }, (_, hour) => new Date(Date.UTC(2026, 0, 1, hour)))
  const prices = await Promise.all(hours.map(async (at) => (await pricesAt(at)).eur.get('BTC')))
  expect(new Set(prices).size).toBeGreaterThan(20)
})

test('still prices are the references, at any time', async () => {
  const references = new Map(
    currencies.map(({ code, referencePriceEur }) => [code, Rate.parse(referencePriceEur, 'EUR', code).value]),
  )
  await fc.assert(
    fc.asyncProperty(moments, async (at) => {
      const { eur } = await sandboxRates({ clock: { now: () => at } }, 'still').prices()
      expect(eur).toEqual(references)
    }),
  )
})

test('one euro is one euro', async () => {
  expect((await pricesAt(new Date())).eur.get('EUR')).toBe(10n ** 18n)
})

test('all processes see equal prices within a minute', async () => {
  const early = await pricesAt(new Date('2026-01-01T12:00:00.000Z'))
  const late = await pricesAt(new Date('2026-01-01T12:00:59.999Z'))
  expect(late.eur).toEqual(early.eur)
})
