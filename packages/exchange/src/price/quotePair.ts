import { fieldRefusal } from '@cambio/wire/http/Problem.ts'
import * as Money from '@cambio/wire/Money.ts'
import type { Bounds } from '@cambio/wire/order/Quote.ts'
import type { Tariff } from '../catalogue/Tariff.ts'
import { choosePair, type PairTerms } from './choosePair.ts'
import type { Discount } from './feesOf.ts'
import { checkFresh } from './freshPrices.ts'
import { OutOfBounds } from './OutOfBounds.ts'
import type { Pair } from './Pair.ts'
import { pairPrice, type PairPrice } from './pairPrice.ts'
import { fromPayin, fromPayout, type Lines, type Quote } from './Quote.ts'
import type { Prices, RateSource } from './RateSource.ts'
import { readAmount } from './readAmount.ts'
import { valued } from './valued.ts'

/** What to price, in the fields of the wire: a pair, and the amount of one of its sides. */
export type QuoteTerms = PairTerms & {
  readonly payin_amount?: string | undefined
  readonly payout_amount?: string | undefined
}

export type Quoted = { readonly quote: Quote; readonly bounds: Bounds }

type Deps = { rates: RateSource; now: () => Date }

const AMOUNTS = ['payin_amount', 'payout_amount'] as const

const FULL_PRICE: Discount = { offBps: 0n }

/**
 * Prices one pair now, with its worth in EUR, as an order stores it.
 * @throws Refusal as `priceLines`
 */
export async function quotePair(
  deps: Deps,
  tariff: Tariff,
  terms: QuoteTerms,
  discount: Discount = FULL_PRICE,
): Promise<Quoted> {
  const { lines, price, pair, prices } = await priceLines(deps, tariff, terms, discount)
  const { payinGroup, payoutGroup } = pair
  return {
    quote: valued(lines, { payinGroup, payoutGroup, fees: price.fees, prices }),
    bounds: price.bounds,
  }
}

/** The terms that a quote was made for, by its pay-in, so that it can be priced again. */
export function termsOf(quote: Quote): QuoteTerms {
  return {
    payin_currency: quote.payin.currency,
    payin_group: quote.payinGroup,
    payin_amount: Money.format(quote.payin),
    payout_currency: quote.payout.currency,
    payout_group: quote.payoutGroup,
  }
}

/**
 * Prices one pair now: the lines and the bounds that a fee route returns.
 * @throws Refusal amount_required, both_amounts_given, amount_invalid, amount_precision, currency_unknown,
 * pair_unavailable, group_unavailable, amount_out_of_bounds (with the bounds), rate_unavailable
 */
export async function priceLines(
  deps: Deps,
  tariff: Tariff,
  terms: QuoteTerms,
  discount: Discount = FULL_PRICE,
): Promise<{ lines: Lines; price: PairPrice; pair: Pair; prices: Prices }> {
  checkOneAmount(terms)
  const pair = choosePair(tariff, terms)
  const payin = readAmount(terms.payin_amount, pair.payin, 'payin_amount')
  const payout = readAmount(terms.payout_amount, pair.payout, 'payout_amount')
  const prices = await deps.rates.prices()
  checkFresh(prices, tariff, deps.now())
  const price = pairPrice(tariff, prices, pair, discount)
  const lines = payin ? fromPayin(price.pricing, payin) : payout && fromPayout(price.pricing, payout)
  const { least, most, bounds } = price
  if (!lines || lines.payin.units < least.units || lines.payin.units > most.units)
    throw new OutOfBounds(bounds, terms.payin_amount === undefined ? 'payout_amount' : 'payin_amount')
  return { lines, price, pair, prices }
}

function checkOneAmount(terms: QuoteTerms): void {
  if (terms.payin_amount === undefined && terms.payout_amount === undefined)
    throw fieldRefusal('amount_required', AMOUNTS, 'Send payin_amount or payout_amount')
  if (terms.payin_amount !== undefined && terms.payout_amount !== undefined)
    throw fieldRefusal('both_amounts_given', AMOUNTS, 'Send payin_amount or payout_amount, not both')
}
