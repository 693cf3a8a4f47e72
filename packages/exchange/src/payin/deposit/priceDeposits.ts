import * as Currency from '@cambio/wire/Currency.ts'
import { add, share, subtract, zero, type Money } from '@cambio/wire/Money.ts'
import * as Rate from '@cambio/wire/Rate.ts'
import { inEur } from '../../price/euro.ts'
import { pricingOf } from '../../price/pricingOf.ts'
import type { Pricing, Quote } from '../../price/Quote.ts'
import type { Prices } from '../../price/RateSource.ts'

/** Coins that an order received. */
export type Arrival = {
  readonly amount: Money
  /**
   * Whether they arrived in time, as announced and without having to wait for anything, so that the order's price
   * applies to them.
   */
  readonly isInTime: boolean
}

/** A part of the money received, and what it buys. */
type Part = {
  readonly payin: Money
  readonly payinFee: Money
  readonly marginFee: Money
  readonly bought: Money
  /** The cost of the bought coins. */
  readonly cost: Money
}

/**
 * Prices what an order received, deposit by deposit. The order's own price applies to one deposit that arrived in time,
 * up to the order's pay-in. Everything else is priced at the order's rate or the current one, whichever pays less, so
 * that waiting for the market brings no gain.
 * @param quote the order's quote when it was placed
 * @returns undefined where nothing would be left to pay out
 * @throws Refusal rate_unavailable
 */
export function priceDeposits(
  quote: Quote,
  prices: Prices,
  { arrivals, floating }: { readonly arrivals: readonly Arrival[]; readonly floating: boolean },
): Quote | undefined {
  const { payin, payout, fees } = quote
  const pair = { payin: Currency.get(payin.currency), payout: Currency.get(payout.currency) }
  const now = pricingOf(prices, pair, fees)
  const lesser = floating ? now : worseOf(now, quote)
  const quotedIndex = floating
    ? -1
    : arrivals.findIndex((each) => each.isInTime && each.amount.units >= payin.units)
  const parts = arrivals.flatMap(({ amount }, index) => {
    if (index !== quotedIndex) return [partAt(lesser, amount)]
    const more = subtract(amount, payin)
    return [quotedPart(quote), ...(more.units > 0n ? [partAt(lesser, more)] : [])]
  })
  const isAsQuoted = quotedIndex >= 0 && parts.length === 1
  return isAsQuoted
    ? { ...quote, payinEur: inEur(payin, prices), payoutEur: inEur(payout, prices) }
    : together(quote, parts, { prices, payoutFee: lesser.payoutFee })
}

/** The order's whole pay-in, at the price it was placed with. */
function quotedPart({ payin, payinFee, marginFee, leftover, payout, payoutFee }: Quote): Part {
  const cost = subtract(subtract(subtract(payin, payinFee), marginFee), leftover)
  return { payin, payinFee, marginFee, bought: add(payout, payoutFee), cost }
}

/** Fees are rounded up and the bought coins down: no rounding favours the buyer. */
function partAt({ rate, networkBps, serviceBps }: Pricing, payin: Money): Part {
  const payinFee = share(payin, networkBps)
  const marginFee = lesserOf(share(payin, serviceBps), subtract(payin, payinFee))
  const net = subtract(subtract(payin, payinFee), marginFee)
  const bought = Rate.buy(rate, net)
  return { payin, payinFee, marginFee, bought, cost: Rate.cost(rate, bought) }
}

function lesserOf(one: Money, other: Money): Money {
  return one.units < other.units ? one : other
}

/** The dearer rate and the higher network fee of the order's and the current ones. */
function worseOf(now: Pricing, { rate, payoutFee }: Quote): Pricing {
  return {
    ...now,
    rate: now.rate.value > rate.value ? now.rate : rate,
    payoutFee: now.payoutFee.units > payoutFee.units ? now.payoutFee : payoutFee,
  }
}

/** One network fee for all parts. Where they had different rates the average is shown, rounded up. */
function together(
  quote: Quote,
  parts: readonly Part[],
  { prices, payoutFee }: { readonly prices: Prices; readonly payoutFee: Money },
): Quote | undefined {
  const sum = (member: keyof Part, start: Money) =>
    parts.reduce((total, part) => add(total, part[member]), start)
  const none = zero(quote.payin.currency)
  const payin = sum('payin', none)
  const payinFee = sum('payinFee', none)
  const marginFee = sum('marginFee', none)
  const cost = sum('cost', none)
  const bought = sum('bought', zero(quote.payout.currency))
  const payout = subtract(bought, payoutFee)
  if (payout.units <= 0n) return undefined
  return {
    ...quote,
    payin,
    payout,
    rate: averageRate(cost, bought),
    payinFee,
    marginFee,
    payoutFee,
    leftover: subtract(subtract(subtract(payin, payinFee), marginFee), cost),
    payinEur: inEur(payin, prices),
    payoutEur: inEur(payout, prices),
    marginEur: inEur(marginFee, prices),
  }
}

function averageRate(cost: Money, bought: Money): Rate.Rate {
  const one = 10n ** 18n
  const above = cost.units * Currency.whole(bought.currency) * one
  const below = bought.units * Currency.whole(cost.currency)
  return { payin: cost.currency, payout: bought.currency, value: (above + below - 1n) / below }
}
