import * as Currency from '@cambio/wire/Currency.ts'
import type { Direction } from '@cambio/wire/Group.ts'
import { Refusal } from '@cambio/wire/http/Problem.ts'
import * as Money from '@cambio/wire/Money.ts'
import type { Bounds } from '@cambio/wire/order/Quote.ts'
import { pricing } from '@cambio/wire/routes/pricing.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { examplesOf } from '../../testing/examplesOf.ts'
import { OutOfBounds } from '../price/OutOfBounds.ts'
import { priceLines, type QuoteTerms } from '../price/quotePair.ts'
import type { Prices } from '../price/RateSource.ts'
import { faultsOf } from './faultsOf.ts'
import { groupsFor, pairs } from './offer.ts'
import { settings } from './settings.ts'
import { snapshotOf } from './snapshotOf.ts'
import type { Tariff } from './Tariff.ts'

const at = new Date('2026-03-01T09:30:00.000Z')

/** Every setting that a price depends on, with any valid value; often small, as real ones are. */
const anyValue = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom('yes', 'yes', 'no', 'general') },
  { weight: 4, arbitrary: fc.bigInt(0n, 900n).map(String) },
  { weight: 2, arbitrary: fc.bigInt(0n, 9_999n).map(String) },
  { weight: 2, arbitrary: fc.bigInt(0n, 999_999_999_999n).map(String) },
)
const priced = [...settings.values()].filter(
  ({ perPartner, name }) => perPartner && !name.startsWith('messages.'),
)
/** The settings that concern every pair: a random pick among hundreds would rarely choose them. */
const central = priced.filter(({ name }) => /^(payin|network|spreadBps)/.test(name))
const anySetting = fc
  .oneof(
    { weight: 3, arbitrary: fc.constantFrom(...central) },
    { weight: 2, arbitrary: fc.constantFrom(...priced) },
  )
  .chain((setting) =>
    anyValue
      .filter((text) => setting.read(text) !== undefined)
      .map((text): [string, string] => [setting.name, text]),
  )
const accepted = fc
  .array(anySetting, { maxLength: 12 })
  .map((texts) => snapshotOf({ general: new Map(texts), partners: new Map() }, 'sandbox'))
  .filter((snapshot) => faultsOf(snapshot).length === 0)
  .map(({ tariff }) => tariff)

const one = 10n ** 18n
const reference: Prices = {
  at,
  eur: new Map(
    Currency.currencies.map(({ code, referencePriceEur }) => {
      const [whole = '', fraction = ''] = referencePriceEur.split('.')
      return [code, BigInt(whole + fraction.padEnd(18, '0'))]
    }),
  ),
}
/** Prices over ten orders of magnitude, some of them missing. */
const anyPrices = fc
  .array(fc.option(fc.bigInt(one / 10n ** 5n, one * 10n ** 5n)), {
    minLength: Currency.currencies.length,
    maxLength: Currency.currencies.length,
  })
  .map((eur): Prices => ({
    at,
    eur: new Map(
      Currency.currencies.flatMap(({ code }, index) => {
        const price = eur[index]
        return price ? [[code, price] as const] : []
      }),
    ),
  }))

const depsOf = (prices: Prices) => ({ rates: { prices: async () => prices }, now: () => at })

type OfferedPair = Omit<QuoteTerms, 'payin_amount' | 'payout_amount'>

/** Every pair, with the balance named where a side is offered by nothing else. */
function offeredPairs(tariff: Tariff): OfferedPair[] {
  return Object.entries(pairs(tariff)).flatMap(([payin_currency, bought]) =>
    bought.map((payout_currency) => ({
      payin_currency,
      payout_currency,
      ...(isBalanceAlone(tariff, 'payin', payin_currency) && { payin_group: 'balance' as const }),
      ...(isBalanceAlone(tariff, 'payout', payout_currency) && { payout_group: 'balance' as const }),
    })),
  )
}

function isBalanceAlone(tariff: Tariff, direction: Direction, code: string): boolean {
  return groupsFor(tariff, direction, Currency.get(code)).every((group) => group === 'balance')
}

/** Minor units of a decimal amount. */
function unitsOf(amount: string): bigint {
  return BigInt(amount.replace('.', ''))
}

/** The bounds of a pair, as stated by the refusal of an amount that is too small. */
async function boundsOf(tariff: Tariff, pair: OfferedPair): Promise<Bounds> {
  const tooLittle = { ...pair, payout_amount: Money.format({ units: 1n, currency: pair.payout_currency }) }
  try {
    const { price } = await priceLines(depsOf(reference), tariff, tooLittle)
    return price.bounds
  } catch (error) {
    if (error instanceof OutOfBounds) return error.bounds
    throw error
  }
}

describe('an accepted tariff', () => {
  test('an accepted tariff sells every pair that it lists, from the least to the most', async () => {
    await fc.assert(
      fc.asyncProperty(accepted, fc.nat(), fc.bigInt(0n, 10n ** 12n), async (tariff, pick, more) => {
        const offered = offeredPairs(tariff)
        const pair = offered[pick % offered.length]
        if (!pair) return
        const bounds = await boundsOf(tariff, pair)
        const [least, most] = [unitsOf(bounds.payin_min_amount), unitsOf(bounds.payin_max_amount)]
        const between = { units: least + (more % (most - least + 1n)), currency: pair.payin_currency }
        for (const amount of [
          { payin_amount: Money.format(between) },
          { payin_amount: bounds.payin_min_amount },
          { payin_amount: bounds.payin_max_amount },
          { payout_amount: bounds.payout_min_amount },
          { payout_amount: bounds.payout_max_amount },
        ]) {
          const { lines } = await priceLines(depsOf(reference), tariff, { ...pair, ...amount })
          expect(lines.payout.units).toBeGreaterThan(0n)
        }
      }),
      examplesOf(2_000),
    )
  })

  test('an accepted tariff prices any amount of any pair at any prices, or refuses it as a fee route promises', async () => {
    const anyAmount = fc.tuple(fc.constantFrom('payin_amount', 'payout_amount'), fc.integer({ min: 1 }))
    const codes = fc.constantFrom(...Currency.currencies.map(({ code }) => code))
    await fc.assert(
      fc.asyncProperty(
        accepted,
        anyPrices,
        codes,
        codes,
        anyAmount,
        async (tariff, prices, from, to, amount) => {
          const [side, whole] = amount
          const terms = { payin_currency: from, payout_currency: to, [side]: String(whole) }
          try {
            const { lines } = await priceLines(depsOf(prices), tariff, terms)
            expect(lines.payin.units).toBeGreaterThan(0n)
          } catch (error) {
            expect(error).toBeInstanceOf(Refusal)
            expect(pricing).toContain(error instanceof Refusal ? error.code : '')
          }
        },
      ),
      examplesOf(1_000),
    )
  })
})
