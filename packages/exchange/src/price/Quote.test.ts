import * as Currency from '@cambio/wire/Currency.ts'
import * as Money from '@cambio/wire/Money.ts'
import * as Rate from '@cambio/wire/Rate.ts'
import { Decimal } from 'decimal.js'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { examplesOf } from '../../testing/examplesOf.ts'
import { fromPayin, fromPayout, leftoverOf, type Lines, type Pricing } from './Quote.ts'

const Exact = Decimal.clone({ precision: 120 })
const codes = Currency.currencies.map(({ code }) => code)
const fiats = Currency.currencies.filter(({ kind }) => kind === 'fiat').map(({ code }) => code)

/** A pair, its prices over ten orders of magnitude, any fees, and an amount of either side. */
const scenes = fc
  .record({
    payin: fc.constantFrom(...fiats),
    payout: fc.constantFrom(...codes),
    payinPrice: fc.bigInt(10n ** 13n, 10n ** 23n),
    payoutPrice: fc.bigInt(10n ** 13n, 10n ** 23n),
    networkBps: fc.bigInt(0n, 900n),
    serviceBps: fc.bigInt(0n, 900n),
    feeUnits: fc.bigInt(0n, 10n ** 9n),
    units: fc.bigInt(1n, 10n ** 12n),
  })
  .filter(({ payin, payout }) => payin !== payout)

function pricingOf(scene: typeof scenes extends fc.Arbitrary<infer T> ? T : never): Pricing {
  return {
    rate: Rate.cross(
      { code: scene.payin, price: scene.payinPrice },
      { code: scene.payout, price: scene.payoutPrice },
    ),
    networkBps: scene.networkBps,
    serviceBps: scene.serviceBps,
    payoutFee: { units: scene.feeUnits, currency: scene.payout },
  }
}

function exact(money: Money.Money): Decimal {
  return new Exact(money.units.toString()).div(new Exact(10).pow(Currency.get(money.currency).decimals))
}

/** payin - payinFee - marginFee - leftover, in pay-in currency: what buys coins. */
function bought(lines: Lines): Money.Money {
  return Money.subtract(
    Money.subtract(Money.subtract(lines.payin, lines.payinFee), lines.marginFee),
    leftoverOf(lines),
  )
}

const runs = examplesOf(10_000)

describe('a quote of a pay-in', () => {
  test('a quote of a pay-in has lines that meet to less than one pay-out unit, never in the buyer’s favour', () => {
    fc.assert(
      fc.property(scenes, (scene) => {
        const pricing = pricingOf(scene)
        const lines = fromPayin(pricing, { units: scene.units, currency: scene.payin })
        if (!lines) return
        const net = exact(lines.payin).sub(exact(lines.payinFee)).sub(exact(lines.marginFee))
        const fair = net.div(new Exact(Rate.format(lines.rate))).sub(exact(lines.payoutFee))
        const short = fair.sub(exact(lines.payout))
        const unit = new Exact(10).pow(-Currency.get(scene.payout).decimals)
        expect(short.gte(0)).toBe(true)
        expect(short.lt(unit)).toBe(true)
      }),
      runs,
    )
  })

  test('a quote of a pay-in rounds each fee up, by less than one unit', () => {
    fc.assert(
      fc.property(scenes, (scene) => {
        const lines = fromPayin(pricingOf(scene), { units: scene.units, currency: scene.payin })
        if (!lines) return
        for (const [fee, bps] of [
          [lines.payinFee, scene.networkBps],
          [lines.marginFee, scene.serviceBps],
        ] as const) {
          const excess = fee.units * 10_000n - scene.units * bps
          expect(excess >= 0n && excess < 10_000n).toBe(true)
        }
      }),
      runs,
    )
  })

  test('a quote of a pay-in leaves nothing unaccounted for: what buys coins is their cost, to the unit', () => {
    fc.assert(
      fc.property(scenes, (scene) => {
        const pricing = pricingOf(scene)
        const lines = fromPayin(pricing, { units: scene.units, currency: scene.payin })
        if (!lines) return
        expect(leftoverOf(lines).units >= 0n).toBe(true)
        expect(bought(lines)).toEqual(Rate.cost(lines.rate, Money.add(lines.payout, lines.payoutFee)))
      }),
      runs,
    )
  })
})

describe('a quote of a pay-out', () => {
  test('a quote of a pay-out asks the smallest pay-in that covers it: one unit less would not', () => {
    fc.assert(
      fc.property(scenes, (scene) => {
        const pricing = pricingOf(scene)
        const payout = { units: scene.units, currency: scene.payout }
        const lines = fromPayout(pricing, payout)
        expect(lines.payout).toEqual(payout)
        const own = fromPayin(pricing, lines.payin)
        expect(own && own.payout.units >= payout.units).toBe(true)
        for (let less = 1n; less <= 3n; less++) {
          const cheaper = fromPayin(pricing, { ...lines.payin, units: lines.payin.units - less })
          expect(cheaper === undefined || cheaper.payout.units < payout.units).toBe(true)
        }
      }),
      runs,
    )
  })

  test('a quote of a pay-out leaves over less than three pay-in units, which no smaller pay-in could avoid', () => {
    fc.assert(
      fc.property(scenes, (scene) => {
        const lines = fromPayout(pricingOf(scene), { units: scene.units, currency: scene.payout })
        const { units } = leftoverOf(lines)
        expect(units >= 0n && units < 3n).toBe(true)
        expect(bought(lines)).toEqual(Rate.cost(lines.rate, Money.add(lines.payout, lines.payoutFee)))
      }),
      runs,
    )
  })

  test('a quote of a pay-out finds the smallest pay-in even where a larger one nets less than a smaller one', () => {
    const rate = Rate.parse('1', 'JPY', 'JPY')
    const pricing: Pricing = {
      rate,
      networkBps: 500n,
      serviceBps: 500n,
      payoutFee: Money.zero('JPY'),
    }
    const nets = (units: bigint) => fromPayin(pricing, { units, currency: 'JPY' })?.payout.units ?? 0n
    expect(nets(20n)).toBe(18n)
    expect(nets(21n)).toBe(17n)
    expect(fromPayout(pricing, { units: 18n, currency: 'JPY' }).payin.units).toBe(20n)
  })
})
