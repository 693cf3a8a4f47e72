import * as Money from '@cambio/wire/Money.ts'
import { fieldRefusal, Refusal } from '@cambio/wire/Problem.ts'
import type { Bounds } from '@cambio/wire/Quote.ts'
import type { Tariff } from '../catalogue/Tariff.ts'
import { choosePair, type PairAsked } from './choosePair.ts'
import { inEur } from './euro.ts'
import { OutOfBounds } from './OutOfBounds.ts'
import { pairPrice, type Discount, type Pair, type PairPrice } from './pairPrice.ts'
import type { Prices, RateSource } from './RateSource.ts'
import { fromPayin, fromPayout, leftoverOf, type Lines, type Quote } from './Quote.ts'
import { readAmount } from './readAmount.ts'

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
  const { lines, bounds, pair, prices } = await priceLines(deps, tariff, asked, discount)
  return { quote: valued(lines, pair, prices), bounds }
}

/**
 * Prices again what an order was placed for, whatever the bounds are by now: it was within them then.
 * @throws Refusal rate_unavailable, and amount_out_of_bounds where nothing is left of it after fees
 */
export async function quoteAgain(
  deps: Deps,
  tariff: Tariff,
  standing: Quote,
  discount: Discount,
): Promise<Quote> {
  const { lines, pair, prices, price } = await linesNow(deps, tariff, askedAgain(standing), discount)
  if (!lines) throw new OutOfBounds(price.bounds, 'payin_amount')
  return valued(lines, pair, prices)
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
): Promise<{ lines: Lines; bounds: Bounds; pair: Pair; prices: Prices }> {
  const { lines, price, pair, prices } = await linesNow(deps, tariff, asked, discount)
  const { least, most, bounds } = price
  if (!lines || lines.payin.units < least.units || lines.payin.units > most.units)
    throw new OutOfBounds(bounds, asked.payin_amount === undefined ? 'payout_amount' : 'payin_amount')
  return { lines, bounds, pair, prices }
}

/** The lines, if the amount buys anything, with the price whose bounds it may be held to. */
async function linesNow(
  deps: Deps,
  tariff: Tariff,
  asked: Asked,
  discount: Discount,
): Promise<{ lines: Lines | undefined; price: PairPrice; pair: Pair; prices: Prices }> {
  checkOneAmount(asked)
  const pair = choosePair(tariff, asked)
  const payin = readAmount(asked.payin_amount, pair.payin, 'payin_amount')
  const payout = readAmount(asked.payout_amount, pair.payout, 'payout_amount')
  const prices = await deps.rates.prices()
  if (deps.now().getTime() - prices.at.getTime() > tariff.staleAfterMs) throw new Refusal('rate_unavailable')
  const price = pairPrice(tariff, prices, pair, discount)
  const lines = payin ? fromPayin(price.pricing, payin) : payout && fromPayout(price.pricing, payout)
  return { lines, price, pair, prices }
}

function checkOneAmount(asked: Asked): void {
  if (asked.payin_amount === undefined && asked.payout_amount === undefined)
    throw fieldRefusal('amount_required', AMOUNTS, 'Give payin_amount or payout_amount')
  if (asked.payin_amount !== undefined && asked.payout_amount !== undefined)
    throw fieldRefusal('both_amounts_given', AMOUNTS, 'Give payin_amount or payout_amount, not both')
}

function valued(lines: Lines, { payinGroup, payoutGroup }: Pair, prices: Prices): Quote {
  return {
    ...lines,
    leftover: leftoverOf(lines),
    payinGroup,
    payoutGroup,
    payinEur: inEur(lines.payin, prices),
    payoutEur: inEur(lines.payout, prices),
    marginEur: inEur(lines.marginFee, prices),
  }
}
