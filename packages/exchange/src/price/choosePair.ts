import * as Currency from '@cambio/wire/Currency.ts'
import type { Direction, Group } from '@cambio/wire/Payment.ts'
import { fieldRefusal, type Refusal } from '@cambio/wire/Problem.ts'
import type { Tariff } from '../catalogue/Tariff.ts'
import { notAPair } from './notAPair.ts'
import { groupsFor, isSold, type GroupOf } from '../catalogue/offer.ts'
import type { Pair } from './Pair.ts'

/** The currencies of a pair in the fields of the wire, with the payment groups that the caller names. */
export type PairTerms = {
  readonly payin_currency: string
  readonly payin_group?: Group | undefined
  readonly payout_currency: string
  readonly payout_group?: Group | undefined
  readonly dst_address?: string | undefined
}

/**
 * Reads a pair out of what a caller sent, with the first available group where it names none, but no balance in place of
 * an address that it names.
 * @throws Refusal currency_unknown, pair_unavailable, group_unavailable
 */
export function choosePair(tariff: Tariff, terms: PairTerms): Pair {
  const payin = currencyOf(terms.payin_currency, 'payin_currency')
  const payout = currencyOf(terms.payout_currency, 'payout_currency')
  const payinGroup = chooseGroup(tariff, 'payin', payin, terms.payin_group)
  const payoutGroup = chooseGroup(tariff, 'payout', payout, terms.payout_group)
  if (payoutGroup === 'balance' && terms.payout_group === undefined && terms.dst_address !== undefined)
    throw onlyToBalance(payout)
  const payinTariff = tariff.payin[payinGroup]
  const sides = { payin, payout, payinGroup, payoutGroup }
  if (!payinTariff || !isSold(tariff, sides)) throw notSold(sides)
  return { ...sides, payinTariff }
}

/** No to two sides that are each offered, by their groups where those are what stands in the way. */
function notSold({ payin, payout, payinGroup, payoutGroup }: Omit<Pair, 'payinTariff'>): Refusal {
  if (payinGroup !== 'balance' || payoutGroup !== 'balance') return notAPair(payin, payout)
  const detail = 'From one balance to another nothing is sold'
  return fieldRefusal('pair_unavailable', ['payin_group', 'payout_group'], detail)
}

function onlyToBalance({ code }: Currency.Currency): Refusal {
  const detail = `${code} goes to balances alone at the moment, and to no address: name payout_group balance for that`
  return fieldRefusal('group_unavailable', ['payout_group', 'dst_address'], detail)
}

/** The currency of a code. @throws Refusal currency_unknown, naming the field */
export function currencyOf(code: string, field: string): Currency.Currency {
  const currency = Currency.find(code)
  if (currency) return currency
  throw fieldRefusal('currency_unknown', [field], `There is no currency ${code}: see /api/v2/public/currency`)
}

/** The required group, or the first available one. @throws Refusal pair_unavailable, group_unavailable */
export function chooseGroup<Side extends Direction>(
  tariff: Tariff,
  direction: Side,
  currency: Currency.Currency,
  required: Group | undefined,
): GroupOf<Side> {
  const available = groupsFor(tariff, direction, currency)
  const [first] = available
  if (first === undefined)
    throw fieldRefusal(
      'pair_unavailable',
      [`${direction}_currency`],
      `${currency.code} is not offered for ${direction}`,
    )
  if (required === undefined) return first
  const chosen = available.find((group) => group === required)
  if (chosen !== undefined) return chosen
  throw fieldRefusal(
    'group_unavailable',
    [`${direction}_group`],
    `${required} is not offered for ${currency.code}; offered: ${available.join(', ')}`,
  )
}
