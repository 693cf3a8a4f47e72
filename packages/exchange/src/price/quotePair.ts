import * as Money from '@cambio/wire/Money.ts'
import { fieldRefusal } from '@cambio/wire/Problem.ts'
import type { Bounds } from '@cambio/wire/Quote.ts'
import type { Tariff } from '../catalogue/Tariff.ts'
import { choosePair, type PairAsked } from './choosePair.ts'
import { checkFresh } from './freshPrices.ts'
import { OutOfBounds } from './OutOfBounds.ts'
import type { Pair } from './Pair.ts'
import type { Discount } from './feesOf.ts'
import { pairPrice, type PairPrice } from './pairPrice.ts'
import type { Prices, RateSource } from './RateSource.ts'
import { fromPayin, fromPayout, type Lines, type Quote } from './Quote.ts'
import { readAmount } from './readAmount.ts'
import { valued } from './valued.ts'

/** What is asked to be priced, as it came over the wire. */
export type Asked = PairAsked & {
  readonly payin_amount?: string | undefined
  readonly payout_amount?: string | undefined
}

export type Quoted = { readonly quote: Quote; readonly bounds: Bounds }

type Deps = { rates: RateSource; now: () => Date }

const AMOUNTS = ['payin_amount', 'payout_amount'] as const

const FULL_PRICE: Discount = { offBps: 0n }

/**
 * Prices one pair now, with what it is worth in EUR: what an order keeps.
 * @throws Refusal as `priceLines`
 */
export async function quotePair(
  deps: Deps,
  tariff: Tariff,
  asked: Asked,
  discount: Discount = FULL_PRICE,
): Promise<Quoted> {
  const { lines, price, pair, prices } = await priceLines(deps, tariff, asked, discount)
  const { payinGroup, payoutGroup } = pair
  return {
    quote: valued(lines, { payinGroup, payoutGroup, fees: price.fees, prices }),
    bounds: price.bounds,
  }
}

/** What a quote was made for, to be priced again. */
export function askedAgain(quote: Quote): Asked {
  return {
    payin_currency: quote.payin.currency,
    payin_group: quote.payinGroup,
    payin_amount: Money.format(quote.payin),
    payout_currency: quote.payout.currency,
    payout_group: quote.payoutGroup,
  }
}

/**
 * The lines of one pair now, and the bounds: all that a fee route says.
 * @throws Refusal amount_required, both_amounts_given, amount_invalid, amount_precision, currency_unknown,
 *   pair_unavailable, group_unavailable, amount_out_of_bounds (with the bounds), rate_unavailable
 */
export async function priceLines(
  deps: Deps,
  tariff: Tariff,
  asked: Asked,
  discount: Discount = FULL_PRICE,
): Promise<{ lines: Lines; price: PairPrice; pair: Pair; prices: Prices }> {
  checkOneAmount(asked)
  const pair = choosePair(tariff, asked)
  const payin = readAmount(asked.payin_amount, pair.payin, 'payin_amount')
  const payout = readAmount(asked.payout_amount, pair.payout, 'payout_amount')
  const prices = await deps.rates.prices()
  checkFresh(prices, tariff, deps.now())
  const price = pairPrice(tariff, prices, pair, discount)
  const lines = payin ? fromPayin(price.pricing, payin) : payout && fromPayout(price.pricing, payout)
  const { least, most, bounds } = price
  if (!lines || lines.payin.units < least.units || lines.payin.units > most.units)
    throw new OutOfBounds(bounds, asked.payin_amount === undefined ? 'payout_amount' : 'payin_amount')
  return { lines, price, pair, prices }
}

function checkOneAmount(asked: Asked): void {
  if (asked.payin_amount === undefined && asked.payout_amount === undefined)
    throw fieldRefusal('amount_required', AMOUNTS, 'Give payin_amount or payout_amount')
  if (asked.payin_amount !== undefined && asked.payout_amount !== undefined)
    throw fieldRefusal('both_amounts_given', AMOUNTS, 'Give payin_amount or payout_amount, not both')
}
