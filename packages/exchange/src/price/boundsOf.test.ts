import * as Currency from '@cambio/wire/Currency.ts'
import { Refusal } from '@cambio/wire/http/Problem.ts'
import * as Money from '@cambio/wire/Money.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { examplesOf } from '../../testing/examplesOf.ts'
import { boundsOf } from './boundsOf.ts'
import { pricingOf } from './pricingOf.ts'
import { fromPayin, fromPayout } from './Quote.ts'

const fiats = Currency.currencies.filter(({ kind }) => kind === 'fiat')
const coins = Currency.currencies.filter(({ kind }) => kind === 'crypto')

/** A pair at prices around those of today, with any fees and bounds. */
const scenes = fc.record({
  payin: fc.constantFrom(...fiats),
  payout: fc.constantFrom(...coins),
  percent: fc.bigInt(50n, 200n),
  fees: fc.record({
    networkBps: fc.bigInt(0n, 900n),
    serviceBps: fc.bigInt(0n, 900n),
    spreadBps: fc.bigInt(0n, 900n),
    transferEurCents: fc.bigInt(0n, 500n),
  }),
  minEurCents: fc.bigInt(1n, 10_000n),
  moreEurCents: fc.bigInt(10n, 1_000_000n),
})

/** Coins are paid in whose unit is far smaller than that of the money that they are sold for. */
const closeScenes = fc
  .record({ payin: fc.constantFrom(...coins), payout: fc.constantFrom(...fiats), less: fc.bigInt(0n, 5n) })
  .chain(({ payin, payout, less }) =>
    scenes.map((scene) => ({ ...scene, payin, payout, percent: scene.percent * 100n, moreEurCents: less })),
  )

/** What one whole unit costs today, in counts of 10^-18 EUR. */
function referencePrice({ referencePriceEur }: Currency.Currency): bigint {
  const [whole = '', fraction = ''] = referencePriceEur.split('.')
  return BigInt(whole + fraction.padEnd(18, '0'))
}

function boundsIn({ payin, payout, percent, fees, minEurCents, moreEurCents }: Scene) {
  const eur = new Map([
    [payin.code, referencePrice(payin)],
    [payout.code, (referencePrice(payout) * percent) / 100n],
  ])
  const prices = { at: new Date(0), eur }
  const pricing = pricingOf(prices, { payin, payout }, fees)
  const payinTariff = { ...fees, minEurCents, maxEurCents: minEurCents + moreEurCents }
  const pair = { payin, payout, payinGroup: 'card', payoutGroup: 'crypto', payinTariff } as const
  return { pricing, ...boundsOf(prices, pair, pricing) }
}

/** Undefined where the largest amount does not cover the fees. */
function boundsIfAny(scene: Scene) {
  try {
    return boundsIn(scene)
  } catch (error) {
    if (error instanceof Refusal) return undefined
    throw error
  }
}
type Scene = typeof scenes extends fc.Arbitrary<infer Value> ? Value : never

test('each published bound, on either side, is accepted and priced within the others', () => {
  fc.assert(
    fc.property(scenes, (scene) => {
      try {
        const { pricing, least, most, bounds } = boundsIn(scene)
        const parsed = (amount: string, { code }: Currency.Currency) => {
          const money = Money.parse(amount, code)
          if (typeof money === 'string') throw new Error(`The bound ${amount} is no amount: ${money}`)
          return money
        }
        for (const amount of [bounds.payin_min_amount, bounds.payin_max_amount])
          expect(fromPayin(pricing, parsed(amount, scene.payin))).toBeDefined()
        for (const amount of [bounds.payout_min_amount, bounds.payout_max_amount]) {
          const { payin } = fromPayout(pricing, parsed(amount, scene.payout))
          expect(payin.units >= least.units && payin.units <= most.units).toBe(true)
        }
      } catch (error) {
        // The most does not cover the fees.
        if (!(error instanceof Refusal)) throw error
        expect(error.code).toBe('pair_unavailable')
        expect(scene.minEurCents + scene.moreEurCents).toBeLessThan(2_000n)
      }
    }),
    examplesOf(3_000),
  )
})

test('bounds closer than one unit of the pay-out are found at once, and accepted where any pay-out lies between', () => {
  fc.assert(
    fc.property(closeScenes, (scene) => {
      const found = boundsIfAny(scene)
      if (!found) return
      const { pricing, least, most, bounds } = found
      const isTaken = (units: bigint) => {
        const { payin } = fromPayout(pricing, { units, currency: scene.payout.code })
        return payin.units >= least.units && payin.units <= most.units
      }
      const bought = fromPayin(pricing, least)?.payout.units ?? 1n
      const isAnyTaken = isTaken(bought) || isTaken(bought + 1n)
      expect(isTaken(BigInt(bounds.payout_min_amount.replace('.', '')))).toBe(isAnyTaken)
    }),
    examplesOf(1_000),
  )
})
