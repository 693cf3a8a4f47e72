import * as Currency from '@cambio/wire/Currency.ts'
import * as Money from '@cambio/wire/Money.ts'
import type { Direction, Group } from '@cambio/wire/Payment.ts'
import { fieldRefusal, Refusal } from '@cambio/wire/Problem.ts'
import type { Bounds } from '@cambio/wire/Quote.ts'
import { inEur } from './euro.ts'
import { groupsFor, type GroupOf } from './offer.ts'
import { pairPrice, type Discount, type Pair, type PairPrice } from './pairPrice.ts'
import type { Prices, RateSource } from './RateSource.ts'
import { fromPayin, fromPayout, leftoverOf, type Lines, type Quote } from './Quote.ts'
import type { Tariff } from './Tariff.ts'

/** What is asked to be priced, as it came over the wire. */
export type Asked = {
  readonly payin_currency: string
  readonly payin_amount?: string | undefined
  readonly payin_group?: Group | undefined
  readonly payout_currency: string
  readonly payout_amount?: string | undefined
  readonly payout_group?: Group | undefined
}

export type Quoted = { readonly quote: Quote; readonly bounds: Bounds }

/** No to an amount, with what a pair takes. */
export class OutOfBounds extends Refusal {
  readonly bounds: Bounds

  constructor(bounds: Bounds, asked: Pick<Asked, 'payin_amount'>) {
    const { payin_min_amount, payin_max_amount, payout_min_amount, payout_max_amount } = bounds
    const payin = `between ${payin_min_amount} and ${payin_max_amount}`
    const payout = `between ${payout_min_amount} and ${payout_max_amount}`
    const [pointer, detail] =
      asked.payin_amount === undefined
        ? ['/payout_amount', `Ask for a pay-out ${payout}`]
        : ['/payin_amount', `Pay in ${payin}`]
    super('amount_out_of_bounds', `Pay in ${payin}, or ask for a pay-out ${payout}`, {
      errors: [{ pointer, code: 'amount_out_of_bounds', detail }],
      extra: { bounds },
    })
    this.bounds = bounds
  }
}

type Deps = { rates: RateSource; tariff: Tariff; now: () => Date }

const AMOUNTS = ['payin_amount', 'payout_amount'] as const

const FULL_PRICE: Discount = { offBps: 0n }

/**
 * Prices one pair now, with what it is worth in EUR: what an order keeps.
 * @throws Refusal as `priceLines`
 */
export async function quotePair(deps: Deps, asked: Asked, discount: Discount = FULL_PRICE): Promise<Quoted> {
  const { lines, bounds, pair, prices } = await priceLines(deps, asked, discount)
  return { quote: valued(lines, pair, prices), bounds }
}

/**
 * Prices again what an order was placed for, whatever the bounds are by now: it was within them then.
 * @throws Refusal rate_unavailable, and amount_out_of_bounds where nothing is left of it after fees
 */
export async function quoteAgain(deps: Deps, standing: Quote, discount: Discount): Promise<Quote> {
  const asked = askedAgain(standing)
  const { lines, pair, prices, price } = await linesNow(deps, asked, discount)
  if (!lines) throw new OutOfBounds(price.bounds, asked)
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
  asked: Asked,
  discount: Discount = FULL_PRICE,
): Promise<{ lines: Lines; bounds: Bounds; pair: Pair; prices: Prices }> {
  const { lines, price, pair, prices } = await linesNow(deps, asked, discount)
  const { least, most, bounds } = price
  if (!lines || lines.payin.units < least.units || lines.payin.units > most.units)
    throw new OutOfBounds(bounds, asked)
  return { lines, bounds, pair, prices }
}

/** The lines, if the amount buys anything, with the price whose bounds it may be held to. */
async function linesNow(
  deps: Deps,
  asked: Asked,
  discount: Discount,
): Promise<{ lines: Lines | undefined; price: PairPrice; pair: Pair; prices: Prices }> {
  const pair = pairOf(deps.tariff, asked)
  const payin = amount(asked.payin_amount, pair.payin, 'payin_amount')
  const payout = amount(asked.payout_amount, pair.payout, 'payout_amount')
  const prices = await deps.rates.prices()
  if (deps.now().getTime() - prices.at.getTime() > deps.tariff.staleAfterMs)
    throw new Refusal('rate_unavailable')
  const price = pairPrice(deps.tariff, prices, pair, discount)
  const lines = payin ? fromPayin(price.pricing, payin) : payout && fromPayout(price.pricing, payout)
  return { lines, price, pair, prices }
}

function pairOf(tariff: Tariff, asked: Asked): Pair {
  if (asked.payin_amount === undefined && asked.payout_amount === undefined)
    throw fieldRefusal('amount_required', AMOUNTS, 'Give payin_amount or payout_amount')
  if (asked.payin_amount !== undefined && asked.payout_amount !== undefined)
    throw fieldRefusal('both_amounts_given', AMOUNTS, 'Give payin_amount or payout_amount, not both')
  const payin = known(asked.payin_currency, 'payin_currency')
  const payout = known(asked.payout_currency, 'payout_currency')
  const payinGroup = chosenGroup(tariff, 'payin', payin, asked.payin_group)
  const payoutGroup = chosenGroup(tariff, 'payout', payout, asked.payout_group)
  const payinTariff = tariff.payin[payinGroup]
  if (!payinTariff || payin.code === payout.code) throw notAPair(payin, payout)
  return { payin, payout, payinGroup, payoutGroup, payinTariff }
}

/** No to two currencies that are each offered, yet not for each other. */
export function notAPair(payin: Currency.Currency, payout: Currency.Currency): Refusal {
  const detail = `${payin.code} does not buy ${payout.code}`
  return fieldRefusal('pair_unavailable', ['payin_currency', 'payout_currency'], detail)
}

/** The currency of a code. @throws Refusal currency_unknown, naming the field */
export function known(code: string, field: string): Currency.Currency {
  const currency = Currency.find(code)
  if (currency) return currency
  throw fieldRefusal('currency_unknown', [field], `There is no currency ${code}: see /api/v2/public/currency`)
}

/** The group asked for, or the first available one. @throws Refusal pair_unavailable, group_unavailable */
export function chosenGroup<Side extends Direction>(
  tariff: Tariff,
  direction: Side,
  currency: Currency.Currency,
  wanted: Group | undefined,
): GroupOf<Side> {
  const available = groupsFor(tariff, direction, currency)
  const [first] = available
  if (first === undefined)
    throw fieldRefusal(
      'pair_unavailable',
      [`${direction}_currency`],
      `${currency.code} is not offered for ${direction}`,
    )
  if (wanted === undefined) return first
  const chosen = available.find((group) => group === wanted)
  if (chosen !== undefined) return chosen
  throw fieldRefusal(
    'group_unavailable',
    [`${direction}_group`],
    `${wanted} is not offered for ${currency.code}; offered: ${available.join(', ')}`,
  )
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
  throw fieldRefusal(money, [field], detail)
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
