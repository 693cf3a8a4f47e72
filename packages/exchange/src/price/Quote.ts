import type { PayinGroup, PayoutGroup } from '@cambio/wire/Group.ts'
import * as Money from '@cambio/wire/Money.ts'
import type { Money as Amount } from '@cambio/wire/Money.ts'
import type { FeeQuote } from '@cambio/wire/order/Quote.ts'
import * as Rate from '@cambio/wire/Rate.ts'

/** A price, to the last unit: payin = payinFee + marginFee + leftover + cost(payout + payoutFee). */
export type Quote = {
  readonly payin: Amount
  readonly payout: Amount
  readonly payinGroup: PayinGroup
  readonly payoutGroup: PayoutGroup
  readonly rate: Rate.Rate
  readonly payinFee: Amount
  readonly marginFee: Amount
  readonly payoutFee: Amount
  /** What rounding leaves over, in pay-in currency; less than three units where the caller fixed the pay-out. */
  readonly leftover: Amount
  /** Both sides at the mid rate, in EUR cents, for limits and reports. */
  readonly payinEur: Amount
  readonly payoutEur: Amount
  readonly marginEur: Amount
  readonly fees: Fees
}

/** What a quote charges, for any amount. An order that is priced again keeps the fees that it was placed with. */
export type Fees = {
  /** Network fee of the pay-in, in hundredths of a percent, as the other shares. */
  readonly networkBps: bigint
  /** The service fee after any discount. */
  readonly serviceBps: bigint
  /** The spread inside the rate. */
  readonly spreadBps: bigint
  /** The charge for the transfer on the pay-out's network; zero without a network. */
  readonly transferEurCents: bigint
}

/** What prices an amount: the rate and the shares of this order. */
export type Pricing = {
  readonly rate: Rate.Rate
  readonly networkBps: bigint
  readonly serviceBps: bigint
  readonly payoutFee: Amount
}

/** The part of a quote that a fee route returns. */
export type Lines = Pick<Quote, 'payin' | 'payout' | 'rate' | 'payinFee' | 'marginFee' | 'payoutFee'>

/**
 * Prices a pay-in: fees rounded up, pay-out rounded down, so no rounding favours the buyer.
 * @returns undefined when nothing would be left to pay out
 */
export function fromPayin(pricing: Pricing, payin: Amount): Lines | undefined {
  const { rate, payoutFee } = pricing
  const payinFee = Money.share(payin, pricing.networkBps)
  const marginFee = Money.share(payin, pricing.serviceBps)
  const net = netOf({ payin, payinFee, marginFee })
  if (net.units <= 0n) return undefined
  const bought = Rate.buy(rate, net)
  const payout = Money.subtract(bought, payoutFee)
  if (payout.units <= 0n) return undefined
  return { payin, payout, rate, payinFee, marginFee, payoutFee }
}

/** Prices a pay-out: finds the smallest pay-in whose own quote pays out at least that. */
export function fromPayout(pricing: Pricing, payout: Amount): Lines {
  const cost = Rate.cost(pricing.rate, Money.add(payout, pricing.payoutFee))
  let units = leastPossible(cost.units, pricing.networkBps + pricing.serviceBps)
  for (;;) {
    const lines = fromPayin(pricing, { units, currency: cost.currency })
    if (lines && lines.payout.units >= payout.units) return { ...lines, payout }
    units += 1n
  }
}

/**
 * No pay-in below this nets `net` after shares of `bps`. Rounding the two fees up takes at most two units more, so
 * the search above it ends after a few steps. The fees step, so net is not monotone and a bisection could miss.
 */
function leastPossible(net: bigint, bps: bigint): bigint {
  const units = (net * 10_000n + (9_999n - bps)) / (10_000n - bps)
  return units > 0n ? units : 1n
}

/** What rounding leaves over of a pay-in, which buys nothing. It is more where the caller fixed the pay-out. */
export function leftoverOf(lines: Lines): Amount {
  const { rate, payout, payoutFee } = lines
  return Money.subtract(netOf(lines), Rate.cost(rate, Money.add(payout, payoutFee)))
}

/** What is left of a pay-in to buy coins with. */
function netOf({ payin, payinFee, marginFee }: Pick<Lines, 'payin' | 'payinFee' | 'marginFee'>): Amount {
  return Money.subtract(Money.subtract(payin, payinFee), marginFee)
}

/** A quote in the form that every fee route returns. */
export function toFeeQuote(quote: Lines): FeeQuote {
  return {
    payin_amount: Money.format(quote.payin),
    payout_amount: Money.format(quote.payout),
    rate: Rate.format(quote.rate),
    payin_fee: Money.format(quote.payinFee),
    payout_fee: Money.format(quote.payoutFee),
    margin_fee: Money.format(quote.marginFee),
  }
}
