import { Refusal, type Code } from '@cambio/wire/http/Problem.ts'
import * as Money from '@cambio/wire/Money.ts'
import * as Rate from '@cambio/wire/Rate.ts'
import type { Tariff } from '../catalogue/Tariff.ts'
import { choosePair } from './choosePair.ts'
import { feesOf, type Discount } from './feesOf.ts'
import { fromPayin, type Fees, type Lines, type Pricing, type Quote } from './Quote.ts'

/** What an order would have cost under another tariff, at the mid rate of its own price. */
export type Repriced =
  | {
      readonly is: 'priced'
      readonly lines: Lines
      readonly marginEur: Money.Money
      readonly payoutEur: Money.Money
    }
  | { readonly is: 'refused'; readonly code: Code }

/**
 * Prices an order's pay-in by another tariff. The pay-in stays, even where the buyer had fixed the pay-out; its worth
 * when it was placed decides whether it is within the bounds.
 */
export function repriceByTariff(quote: Quote, tariff: Tariff, discount: Discount): Repriced {
  try {
    const pair = choosePair(tariff, {
      payin_currency: quote.payin.currency,
      payin_group: quote.payinGroup,
      payout_currency: quote.payout.currency,
      payout_group: quote.payoutGroup,
    })
    const { minEurCents, maxEurCents } = pair.payinTariff
    const isWithin = quote.payinEur.units >= minEurCents && quote.payinEur.units <= maxEurCents
    const mid = midOf(quote)
    const fees = feesOf(tariff, pair, discount)
    const lines = isWithin && fromPayin(pricingUnder(quote, mid, fees), quote.payin)
    if (!lines) return { is: 'refused', code: 'amount_out_of_bounds' }
    return {
      is: 'priced',
      lines,
      marginEur: eurOf(lines.marginFee.units, quote),
      payoutEur: eurOf(Rate.value(mid, lines.payout).units, quote),
    }
  } catch (error) {
    if (error instanceof Refusal) return { is: 'refused', code: error.code }
    throw error
  }
}

/**
 * The part of the service fee that an order did not pay: `offBps` is its coupon's, and `before` the undiscounted fee.
 */
export function discountOf(
  { fees }: Quote,
  before: Tariff['payin'][Quote['payinGroup']],
  offBps: bigint,
): Discount {
  const isWaived = fees.serviceBps === 0n && before !== undefined && before.serviceBps > 0n
  return { offBps: isWaived ? 10_000n : offBps }
}

/** The mid rate of a quote, whose rate is the mid rate widened by the spread and rounded up. */
function midOf({ rate, fees }: Quote): Rate.Rate {
  return { ...rate, value: (rate.value * 10_000n) / (10_000n + fees.spreadBps) }
}

function pricingUnder(quote: Quote, mid: Rate.Rate, fees: Fees): Pricing {
  return { ...fees, rate: Rate.widen(mid, fees.spreadBps), payoutFee: transferFee(quote, fees) }
}

/** The network fee of a transfer at another charge, rounded up. */
function transferFee({ payout, payoutFee, payoutEur, fees }: Quote, { transferEurCents }: Fees): Money.Money {
  if (transferEurCents === fees.transferEurCents) return payoutFee
  const [units, cents] =
    fees.transferEurCents > 0n ? [payoutFee.units, fees.transferEurCents] : [payout.units, payoutEur.units]
  return { ...payoutFee, units: cents > 0n ? (units * transferEurCents + cents - 1n) / cents : 0n }
}

/** Units of the pay-in currency in EUR cents, rounded down, by the worth of the whole pay-in. */
function eurOf(units: bigint, { payin, payinEur }: Quote): Money.Money {
  return { ...payinEur, units: (units * payinEur.units) / payin.units }
}
