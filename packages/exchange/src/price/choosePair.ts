import * as Currency from '@cambio/wire/Currency.ts'
import type { Direction, Group } from '@cambio/wire/Group.ts'
import { fieldRefusal, type Refusal } from '@cambio/wire/http/Problem.ts'
import { groupsFor, isSold, type GroupOf } from '../catalogue/offer.ts'
import type { Tariff } from '../catalogue/Tariff.ts'
import { payinTraits } from '../payin/traits/PayinTraits.ts'
import { payoutTraitsOf } from '../payout/traits/PayoutTraits.ts'
import type { Pair } from './Pair.ts'
import { pairUnavailable } from './pairUnavailable.ts'

/** The currencies of a pair in the fields of the wire, with the payment groups that the caller names. */
export type PairTerms = {
  readonly payin_currency: string
  readonly payin_group?: Group | undefined
  readonly payout_currency: string
  readonly payout_group?: Group | undefined
}

/**
 * Reads a pair from a caller's input, with the first available group where it names none. A balance is never chosen by
 * default: it is another service, with fees of its own.
 * @throws Refusal currency_unknown, pair_unavailable, group_unavailable
 */
export function choosePair(tariff: Tariff, terms: PairTerms): Pair {
  const payin = currencyOf(terms.payin_currency, 'payin_currency')
  const payout = currencyOf(terms.payout_currency, 'payout_currency')
  const payinGroup = chooseGroup(tariff, 'payin', payin, terms.payin_group)
  const payoutGroup = chooseGroup(tariff, 'payout', payout, terms.payout_group)
  const payinTariff = tariff.payin[payinGroup]
  const sides = { payin, payout, payinGroup, payoutGroup }
  if (!payinTariff || !isSold(tariff, sides)) throw notSold(sides)
  return { ...sides, payinTariff }
}

/** The refusal of two sides that are each offered, but not together; about their groups where those are the reason. */
function notSold({ payin, payout, payinGroup, payoutGroup }: Omit<Pair, 'payinTariff'>): Refusal {
  if (!payinTraits[payinGroup].isFromBalance || !payoutTraitsOf(payoutGroup).isToBalance)
    return pairUnavailable(payin, payout)
  const detail = 'A balance cannot be exchanged for another balance'
  return fieldRefusal('pair_unavailable', ['payin_group', 'payout_group'], detail)
}

/** How a balance is used in each direction. */
const balanceSides = { payin: 'paid from', payout: 'paid out to' } as const

function onlyBalance({ code }: Currency.Currency, direction: Direction): Refusal {
  const detail = `${code} is only ${balanceSides[direction]} balances at the moment: to use one, send ${direction}_group balance`
  return fieldRefusal('group_unavailable', [`${direction}_group`], detail)
}

/** The currency of a code. @throws Refusal currency_unknown, naming the field */
export function currencyOf(code: string, field: string): Currency.Currency {
  const currency = Currency.find(code)
  if (currency) return currency
  throw fieldRefusal('currency_unknown', [field], `There is no currency ${code}: see /api/v2/public/currency`)
}

/**
 * The required group, or the first available one that is not a balance.
 * @throws Refusal pair_unavailable, group_unavailable
 */
export function chooseGroup<Side extends Direction>(
  tariff: Tariff,
  direction: Side,
  currency: Currency.Currency,
  required: Group | undefined,
): GroupOf<Side> {
  const available = groupsFor(tariff, direction, currency)
  if (available.length === 0)
    throw fieldRefusal(
      'pair_unavailable',
      [`${direction}_currency`],
      `${currency.code} is not offered for ${direction}`,
    )
  const chosen = available.find((group) =>
    required === undefined ? group !== 'balance' : group === required,
  )
  if (chosen !== undefined) return chosen
  if (required === undefined) throw onlyBalance(currency, direction)
  throw fieldRefusal(
    'group_unavailable',
    [`${direction}_group`],
    `${required} is not offered for ${currency.code}; offered: ${available.join(', ')}`,
  )
}
