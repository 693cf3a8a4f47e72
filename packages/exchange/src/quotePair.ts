import * as Currency from '@cambio/wire/Currency.ts'
import * as Money from '@cambio/wire/Money.ts'
import type { Group } from '@cambio/wire/Payment.ts'
import { Refusal } from '@cambio/wire/Problem.ts'
import type { Bounds } from '@cambio/wire/Quote.ts'
import * as Rate from '@cambio/wire/Rate.ts'
import { groupsFor } from './offer.ts'
import type { Prices, RateSource } from './ports/RateSource.ts'
import { fromPayin, fromPayout, type Lines, type Pricing, type Quote } from './Quote.ts'
import type { PayinTariff, Tariff } from './Tariff.ts'

/** What is asked to be priced, as it came over the wire. */
export type Asked = {
  readonly payin_currency: string
  readonly payin_amount?: string | undefined
  readonly payin_group?: Group | undefined
  readonly payout_currency: string
  readonly payout_amount?: string | undefined
  readonly payout_group?: Group | undefined
}

/** A part of the service fee that is not taken, in hundredths of a percent of the fee: 10 000 waives it. */
export type Discount = { readonly offBps: bigint }

export type Quoted = { readonly quote: Quote; readonly bounds: Bounds }

const EUR = 'EUR'
const wholeEurCents = 100n
const one = 10n ** 18n

/**
 * Prices one pair now.
 * @throws Refusal amount_required, both_amounts_given, amount_invalid, amount_precision, currency_unknown,
 *   pair_unavailable, group_unavailable, amount_out_of_bounds (with the bounds), rate_unavailable
 */
export async function quotePair(
  deps: { rates: RateSource; tariff: Tariff; now: () => Date },
  asked: Asked,
  discount: Discount = { offBps: 0n },
): Promise<Quoted> {
  const side = sides(deps.tariff, asked)
  const prices = await deps.rates.prices()
  const pricing = price(deps, side, prices, discount)
  const bounds = boundsOf(side, prices, pricing)
  const lines = side.payinAmount ? fromPayin(pricing, side.payinAmount) : fromPayout(pricing, payoutOf(side))
  if (!lines || lines.payin.units < bounds.least.units || lines.payin.units > bounds.most.units)
    throw outOfBounds(bounds.said)
  return { quote: valued(lines, side, prices), bounds: bounds.said }
}

type Sides = {
  readonly payin: Currency.Currency
  readonly payout: Currency.Currency
  readonly payinGroup: Group
  readonly payoutGroup: Group
  readonly payinAmount: Money.Money | undefined
  readonly payoutAmount: Money.Money | undefined
  readonly payinTariff: PayinTariff
}

function sides(tariff: Tariff, asked: Asked): Sides {
  if (asked.payin_amount === undefined && asked.payout_amount === undefined)
    throw new Refusal('amount_required')
  if (asked.payin_amount !== undefined && asked.payout_amount !== undefined)
    throw new Refusal('both_amounts_given')
  const payin = known(asked.payin_currency, 'payin_currency')
  const payout = known(asked.payout_currency, 'payout_currency')
  const payinGroup = chosenGroup(tariff, 'payin', payin, asked.payin_group)
  const payoutGroup = chosenGroup(tariff, 'payout', payout, asked.payout_group)
  const payinTariff = tariff.payin[payinGroup]
  if (!payinTariff || payin.code === payout.code) throw new Refusal('pair_unavailable')
  return {
    payin,
    payout,
    payinGroup,
    payoutGroup,
    payinTariff,
    payinAmount: amount(asked.payin_amount, payin, 'payin_amount'),
    payoutAmount: amount(asked.payout_amount, payout, 'payout_amount'),
  }
}

/** The currency of a code. @throws Refusal currency_unknown, naming the field */
export function known(code: string, field: string): Currency.Currency {
  const currency = Currency.find(code)
  if (currency) return currency
  throw new Refusal('currency_unknown', `There is no currency ${code}`, {
    errors: [{ pointer: `/${field}`, code: 'currency_unknown', detail: 'See /api/v2/public/currency' }],
  })
}

/** The group asked for, or the first available one. @throws Refusal pair_unavailable, group_unavailable */
export function chosenGroup(
  tariff: Tariff,
  direction: 'payin' | 'payout',
  currency: Currency.Currency,
  wanted: Group | undefined,
): Group {
  const available = groupsFor(tariff, direction, currency)
  const [first] = available
  if (first === undefined)
    throw new Refusal('pair_unavailable', `${currency.code} is not offered for ${direction}`)
  if (wanted === undefined) return first
  if (available.includes(wanted)) return wanted
  throw new Refusal('group_unavailable', `${wanted} is not offered for ${currency.code}`, {
    errors: [
      {
        pointer: `/${direction}_group`,
        code: 'group_unavailable',
        detail: `Offered: ${available.join(', ')}`,
      },
    ],
  })
}

/** Reads an amount of a currency. @throws Refusal amount_invalid or amount_precision, naming the field */
export function amount(
  text: string | undefined,
  currency: Currency.Currency,
  field: string,
): Money.Money | undefined {
  if (text === undefined) return undefined
  const money = Money.parse(text, currency.code)
  if (typeof money !== 'string') return money
  const detail =
    money === 'amount_precision'
      ? `${currency.code} has ${currency.decimals} decimals`
      : 'Use a plain decimal above zero, such as 100.00'
  throw new Refusal(money, detail, { errors: [{ pointer: `/${field}`, code: money, detail }] })
}

function price(
  deps: { tariff: Tariff; now: () => Date },
  side: Sides,
  prices: Prices,
  discount: Discount,
): Pricing {
  if (deps.now().getTime() - prices.at.getTime() > deps.tariff.staleAfterMs)
    throw new Refusal('rate_unavailable')
  const mid = Rate.cross(priced(prices, side.payin), priced(prices, side.payout))
  return {
    rate: Rate.widen(mid, deps.tariff.spreadBps),
    networkBps: side.payinTariff.networkBps,
    serviceBps: (side.payinTariff.serviceBps * (10_000n - discount.offBps) + 9_999n) / 10_000n,
    payoutFee: transferFee(deps.tariff, side.payout, prices),
  }
}

/** What the pay-out's network takes, in the coin, rounded up. Nothing where no network is involved. */
function transferFee(tariff: Tariff, payout: Currency.Currency, prices: Prices): Money.Money {
  if (payout.network === null) return Money.zero(payout.code)
  const cents = tariff.transferEurCents[payout.network]
  return fromEur(cents, payout, prices)
}

/** EUR cents in another currency at the mid price, rounded up. */
function fromEur(cents: bigint, currency: Currency.Currency, prices: Prices): Money.Money {
  const divisor = wholeEurCents * priced(prices, currency).price
  const units = (cents * one * 10n ** BigInt(currency.decimals) + divisor - 1n) / divisor
  return { units, currency: currency.code }
}

/** An amount at the mid price in EUR cents, rounded down. */
export function inEur(money: Money.Money, prices: Prices): Money.Money {
  const currency = Currency.get(money.currency)
  const units =
    (money.units * priced(prices, currency).price * wholeEurCents) / (10n ** BigInt(currency.decimals) * one)
  return { units, currency: EUR }
}

function priced(prices: Prices, { code }: Currency.Currency): { code: string; price: bigint } {
  const price = prices.eur.get(code)
  if (price === undefined) throw new Refusal('rate_unavailable', `There is no price for ${code} now`)
  return { code, price }
}

type BoundsOfSide = { readonly least: Money.Money; readonly most: Money.Money; readonly said: Bounds }

/**
 * The least and the most one order may pay in, and what they pay out. Where the tariff's least would leave nothing
 * after fees, the least is what buys twice the network fee.
 */
function boundsOf(side: Sides, prices: Prices, pricing: Pricing): BoundsOfSide {
  const floor = fromEur(side.payinTariff.minEurCents, side.payin, prices)
  const paysFee = fromPayout(pricing, atLeastOne(pricing.payoutFee))
  const least = floor.units >= paysFee.payin.units ? floor : paysFee.payin
  const most = fromEur(side.payinTariff.maxEurCents, side.payin, prices)
  const low = fromPayin(pricing, least)
  const high = fromPayin(pricing, most)
  if (!low || !high) throw new Error(`Bounds of ${side.payin.code}-${side.payout.code} buy nothing`)
  return {
    least,
    most,
    said: {
      payin_min_amount: Money.format(least),
      payin_max_amount: Money.format(most),
      payout_min_amount: Money.format(low.payout),
      payout_max_amount: Money.format(high.payout),
    },
  }
}

function atLeastOne(money: Money.Money): Money.Money {
  return money.units > 0n ? money : { ...money, units: 1n }
}

function payoutOf(side: Sides): Money.Money {
  if (!side.payoutAmount) throw new Refusal('amount_required')
  return side.payoutAmount
}

function outOfBounds(bounds: Bounds): Refusal {
  const detail = `Pay in between ${bounds.payin_min_amount} and ${bounds.payin_max_amount}, or ask for a pay-out between ${bounds.payout_min_amount} and ${bounds.payout_max_amount}`
  return new Refusal('amount_out_of_bounds', detail, { extra: { bounds } })
}

function valued(lines: Lines, side: Sides, prices: Prices): Quote {
  return {
    ...lines,
    payinGroup: side.payinGroup,
    payoutGroup: side.payoutGroup,
    payinEur: inEur(lines.payin, prices),
    payoutEur: inEur(lines.payout, prices),
    marginEur: inEur(lines.marginFee, prices),
  }
}
