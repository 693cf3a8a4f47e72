import * as Currency from '@cambio/wire/Currency.ts'
import type { Direction } from '@cambio/wire/Group.ts'
import { Refusal, type Breach, type Code } from '@cambio/wire/http/Problem.ts'
import type { Bounds } from '@cambio/wire/order/Quote.ts'
import { fixable, type CreateRequest } from '@cambio/wire/widget/WidgetRequest.ts'
import { groupsFor, isSold, type GroupOf } from '../catalogue/offer.ts'
import type { Tariff } from '../catalogue/Tariff.ts'
import { destinationOf, type DestinationDeps } from '../payout/destination.ts'
import { chooseGroup, currencyOf } from '../price/choosePair.ts'
import { OutOfBounds } from '../price/OutOfBounds.ts'
import { pairUnavailable } from '../price/pairUnavailable.ts'
import { priceLines, type QuoteTerms } from '../price/quotePair.ts'
import type { RateSource } from '../price/RateSource.ts'
import { readAmount } from '../price/readAmount.ts'

type Deps = DestinationDeps & { rates: RateSource; now: () => Date }

/** The fields that a request fixes or suggests to the buyer, by their names without _default. */
type Settled = Pick<CreateRequest, (typeof fixable)[number] | 'dst_address'>

/** A way to pay or to be paid. */
type Side<In extends Direction = Direction> = {
  readonly currency: Currency.Currency
  readonly group: GroupOf<In>
}

/**
 * Checks that the exchange offers what a request fixes or suggests, and that its amount can be paid with some choice
 * left to the buyer.
 * @throws Refusal as `priceLines`, and address_invalid, naming the fields as they were sent
 */
export async function checkOffer(deps: Deps, tariff: Tariff, fields: CreateRequest): Promise<void> {
  const settled: Settled = { dst_address: fields.dst_address }
  for (const name of fixable) Object.assign(settled, { [name]: fields[name] ?? fields[`${name}_default`] })
  try {
    await checkSettled(deps, tariff, settled)
  } catch (error) {
    throw error instanceof Refusal ? namedAsSent(error, fields) : error
  }
}

/** Names the fields of a refusal as they were sent: some were sent with _default. */
function namedAsSent({ code, message, errors, extra }: Refusal, fields: CreateRequest): Refusal {
  const defaults = fixable.filter((name) => fields[name] === undefined)
  const asSent = (breach: Breach) =>
    defaults.some((name) => breach.pointer === `/${name}`)
      ? { ...breach, pointer: `${breach.pointer}_default` }
      : breach
  return new Refusal(code, message, { errors: errors.map(asSent), extra })
}

async function checkSettled(deps: Deps, tariff: Tariff, settled: Settled): Promise<void> {
  const payin = sideOf(tariff, settled, 'payin')
  const payout = sideOf(tariff, settled, 'payout')
  const payins = payin ? [payin] : sidesLeft(tariff, 'payin')
  const payouts = payout ? [payout] : sidesLeft(tariff, 'payout')
  checkDigits(settled, payins, 'payin_amount')
  checkDigits(settled, payouts, 'payout_amount')
  checkFixedAddress(deps, settled, payout)
  if (payin && payout && !isSold(tariff, sidesOf(payin, payout)))
    throw pairUnavailable(payin.currency, payout.currency)
  if (settled.payin_amount === undefined && settled.payout_amount === undefined) return
  const pairs = payins.flatMap((from) =>
    payouts.filter((to) => isSold(tariff, sidesOf(from, to))).map((to) => termsOf(settled, from, to)),
  )
  await checkPayable(deps, tariff, pairs, settled)
}

function sidesOf(payin: Side<'payin'>, payout: Side<'payout'>) {
  return {
    payin: payin.currency,
    payinGroup: payin.group,
    payout: payout.currency,
    payoutGroup: payout.group,
  }
}

function sideOf<In extends Direction>(tariff: Tariff, settled: Settled, direction: In): Side<In> | undefined {
  const code = settled[`${direction}_currency`]
  if (code === undefined) return undefined
  const currency = currencyOf(code, `${direction}_currency`)
  return { currency, group: chooseGroup(tariff, direction, currency, settled[`${direction}_group`]) }
}

/** Every way that the buyer may choose where the request settles nothing. */
function sidesLeft<In extends Direction>(tariff: Tariff, direction: In): Side<In>[] {
  return Currency.currencies.flatMap((currency) =>
    groupsFor(tariff, direction, currency).map((group) => ({ currency, group })),
  )
}

/** An amount that is too fine for the currency with the most decimals is too fine for any. */
function checkDigits(
  settled: Settled,
  sides: readonly Side[],
  field: 'payin_amount' | 'payout_amount',
): void {
  const [finest] = sides
    .map(({ currency }) => currency)
    .toSorted((one, other) => other.decimals - one.decimals)
  if (finest) readAmount(settled[field], finest, field)
}

/** The buyer enters the memo of a fixed address, so only the address itself is checked here. */
function checkFixedAddress(deps: Deps, { dst_address }: Settled, payout: Side<'payout'> | undefined): void {
  if (dst_address !== undefined && payout) destinationOf(deps, payout, { dst_address })
}

function termsOf(settled: Settled, payin: Side, payout: Side): QuoteTerms {
  return {
    payin_currency: payin.currency.code,
    payin_group: payin.group,
    payin_amount: settled.payin_amount,
    payout_currency: payout.currency.code,
    payout_group: payout.group,
    payout_amount: settled.payout_amount,
  }
}

/** At least one possible pair must accept the amount, or no buyer could ever pay it. */
async function checkPayable(
  deps: Deps,
  tariff: Tariff,
  pairs: readonly QuoteTerms[],
  settled: Settled,
): Promise<void> {
  let refused: OutOfBounds | undefined
  for (const terms of pairs) {
    const refusal = await refusalOfAmount(deps, tariff, terms)
    if (!refusal) return
    if (refusal instanceof OutOfBounds) refused ??= refusal
    else if (pairs.length === 1) throw refusal
  }
  if (!refused || pairs.length === 1) throw refused ?? new Refusal('pair_unavailable')
  throw new Refusal(
    'amount_out_of_bounds',
    'None of the pairs that can still be chosen accepts this amount',
    {
      errors: refused.errors,
      extra: { bounds: boundsOfSettled(refused.bounds, settled) },
    },
  )
}

/** Refusals by one pair although another pair may accept the amount. */
const notTaken: ReadonlySet<Code> = new Set(['amount_precision', 'pair_unavailable'])

/** Why a pair does not accept its amount; undefined where it does. A refusal for any other reason is thrown. */
async function refusalOfAmount(deps: Deps, tariff: Tariff, terms: QuoteTerms): Promise<Refusal | undefined> {
  try {
    await priceLines(deps, tariff, terms)
    return undefined
  } catch (error) {
    if (error instanceof OutOfBounds) return error
    if (error instanceof Refusal && notTaken.has(error.code)) return error
    throw error
  }
}

/** The bounds in the currencies that the request settles: in any other currency they would be meaningless. */
function boundsOfSettled(bounds: Bounds, { payin_currency, payout_currency }: Settled): Partial<Bounds> {
  const { payin_min_amount, payin_max_amount, payout_min_amount, payout_max_amount } = bounds
  return {
    ...(payin_currency !== undefined && { payin_min_amount, payin_max_amount }),
    ...(payout_currency !== undefined && { payout_min_amount, payout_max_amount }),
  }
}
