import * as Currency from '@cambio/wire/Currency.ts'
import {
  groups,
  type Direction,
  type Group,
  type GroupEntry,
  type Pairs,
  type PayinGroup,
  type PayoutGroup,
} from '@cambio/wire/Group.ts'
import { payinTraits } from '../payin/traits/PayinTraits.ts'
import { carries } from '../payout/PayoutRail.ts'
import { payoutTraitsOf } from '../payout/traits/PayoutTraits.ts'
import { pairName, type Tariff } from './Tariff.ts'

/** What a group carries: any currency, those of a kind, or one. */
const moved: Readonly<Record<Group, Currency.Currency['kind'] | 'any' | 'EUR'>> = {
  card: 'fiat',
  crypto: 'crypto',
  sepa: 'EUR',
  sofort: 'fiat',
  balance: 'any',
  bank: 'fiat',
  client: 'any',
  neteller: 'fiat',
}

const titles: Readonly<Record<Group, { title: string; info: string }>> = {
  card: { title: 'Bank card', info: 'Visa and MasterCard, with 3-D Secure' },
  crypto: { title: 'Crypto', info: 'A transfer on the coin’s own network' },
  sepa: { title: 'SEPA transfer', info: 'A bank transfer in EUR' },
  sofort: { title: 'Sofort', info: 'Instant bank transfer' },
  balance: { title: 'Balance', info: 'The client’s balance with the exchange' },
  bank: { title: 'Bank transfer', info: 'A bank transfer' },
  client: { title: 'Client account', info: 'The client’s account' },
  neteller: { title: 'Neteller', info: 'A Neteller wallet' },
}

/** The groups of one side that have a rail. */
export type GroupOf<Side extends Direction> = { payin: PayinGroup; payout: PayoutGroup }[Side]

type Sides = { readonly [Side in Direction]: ReadonlyMap<string, readonly GroupOf<Side>[]> }
type Offer = { readonly sides: Sides; readonly pairs: Pairs }

/** The offer of each tariff, computed once since every quote needs it. */
const offers = new WeakMap<Tariff, Offer>()

/** The groups that receive or send a currency, in order of preference. */
export function groupsFor<Side extends Direction>(
  tariff: Tariff,
  direction: Side,
  currency: Currency.Currency,
): readonly GroupOf<Side>[] {
  return offerOf(tariff).sides[direction].get(currency.code) ?? []
}

/** Which pay-in currency buys which others, by any way. No currency is listed as buying itself. */
export function pairs(tariff: Tariff): Pairs {
  return offerOf(tariff).pairs
}

/** Whether two currencies, each of which is offered, are also offered for each other. */
export function isPair({ withheld }: Tariff, payin: Currency.Currency, payout: Currency.Currency): boolean {
  if (payin.code === payout.code) return false
  return withheld.pairs.size === 0 || !withheld.pairs.has(pairName(payin.code, payout.code))
}

/** Two currencies and the ways that they are paid by. */
type SidesOfPair = {
  readonly payin: Currency.Currency
  readonly payinGroup: PayinGroup
  readonly payout: Currency.Currency
  readonly payoutGroup: PayoutGroup
}

/**
 * Whether one side is sold for the other. Nothing is sold from one balance to another. Only a balance may be paid out
 * in its own currency, which is a withdrawal.
 */
export function isSold(tariff: Tariff, { payin, payinGroup, payout, payoutGroup }: SidesOfPair): boolean {
  const { isFromBalance } = payinTraits[payinGroup]
  if (isFromBalance && payoutTraitsOf(payoutGroup).isToBalance) return false
  return (isFromBalance && payin.code === payout.code) || isPair(tariff, payin, payout)
}

function offerOf(tariff: Tariff): Offer {
  let offer = offers.get(tariff)
  if (!offer) {
    const payin = byCode(tariff.withheld.payin, payinGroups(tariff), (group, currency) =>
      takes(tariff, group, currency),
    )
    const payout = byCode(tariff.withheld.payout, payoutGroups(tariff), (group, currency) =>
      sends(tariff, group, currency),
    )
    const bought = pairsOf(tariff, payin, payout)
    offer = { sides: { payin: buying(payin, bought), payout: soldBy(payout, bought) }, pairs: bought }
    offers.set(tariff, offer)
  }
  return offer
}

function payinGroups({ payin }: Tariff): PayinGroup[] {
  return groups.filter((group): group is PayinGroup => Object.hasOwn(payin, group))
}

function payoutGroups({ payout }: Tariff): PayoutGroup[] {
  return groups.filter((group): group is PayoutGroup => payout.some((way) => way.group === group))
}

/** The groups that carry each currency of one side, without withheld currencies and those that no group carries. */
function byCode<Offered extends Group>(
  withheld: ReadonlySet<string>,
  offered: readonly Offered[],
  moves: (group: Offered, currency: Currency.Currency) => boolean,
): ReadonlyMap<string, readonly Offered[]> {
  return new Map(
    Currency.currencies
      .filter(({ code }) => !withheld.has(code))
      .map((currency) => [currency.code, offered.filter((group) => moves(group, currency))] as const)
      .filter(([, moving]) => moving.length > 0),
  )
}

type GroupsByCode<Side extends Direction> = ReadonlyMap<string, readonly GroupOf<Side>[]>

function pairsOf(tariff: Tariff, payins: GroupsByCode<'payin'>, payouts: GroupsByCode<'payout'>): Pairs {
  return Object.fromEntries(
    [...payins]
      .map(([code, payinGroups]) => {
        const payin = { payin: Currency.get(code), payinGroups }
        return [code, [...payouts].flatMap((to) => (buys(tariff, payin, to) ? [to[0]] : []))] as const
      })
      .filter(([, bought]) => bought.length > 0),
  )
}

function buys(
  tariff: Tariff,
  { payin, payinGroups }: { payin: Currency.Currency; payinGroups: readonly PayinGroup[] },
  [code, payoutGroups]: readonly [string, readonly PayoutGroup[]],
): boolean {
  const payout = Currency.get(code)
  const isSoldBy = (payinGroup: PayinGroup) =>
    payoutGroups.some((payoutGroup) => isSold(tariff, { payin, payinGroup, payout, payoutGroup }))
  return payin !== payout && payinGroups.some(isSoldBy)
}

/** Leaves out pay-in currencies that buy nothing. */
function buying<Offered>(payin: ReadonlyMap<string, Offered>, bought: Pairs): ReadonlyMap<string, Offered> {
  return new Map([...payin].filter(([code]) => Object.hasOwn(bought, code)))
}

/** Leaves out pay-out currencies that nothing buys. */
function soldBy<Offered>(payout: ReadonlyMap<string, Offered>, bought: Pairs): ReadonlyMap<string, Offered> {
  const sold = new Set(Object.values(bought).flat())
  return new Map([...payout].filter(([code]) => sold.has(code)))
}

/** Whether a group carries a currency, in either direction. */
function fits(group: Group, { code, kind }: Currency.Currency): boolean {
  return ['any', kind, code].includes(moved[group])
}

/** Whether a group receives a currency on its network. */
function takes(
  { depositNetworks: networks }: Tariff,
  group: PayinGroup,
  currency: Currency.Currency,
): boolean {
  const isCarried = networks === 'any' || (currency.network !== null && networks.includes(currency.network))
  return fits(group, currency) && (!payinTraits[group].isToOwnAddress || isCarried)
}

/** Whether a group sends a currency on its network. */
function sends({ payout }: Tariff, group: Group, currency: Currency.Currency): boolean {
  const { network } = currency
  return fits(group, currency) && payout.some((way) => carries(way, { group, network }))
}

/** The reference entry of each group of one side that carries anything, in order of preference. */
export function paymentGroups(tariff: Tariff, direction: Direction): GroupEntry[] {
  const offered: readonly Group[] = direction === 'payin' ? payinGroups(tariff) : payoutGroups(tariff)
  return offered
    .map((group) => ({ group, ...titles[group], list: movedBy(tariff, direction, group) }))
    .filter(({ list }) => list.length > 0)
}

function movedBy(tariff: Tariff, direction: Direction, group: Group): GroupEntry['list'] {
  return Currency.currencies
    .filter((currency) =>
      groupsFor<Direction>(tariff, direction, currency).some((moving) => moving === group),
    )
    .map(({ code, kind }) => ({ currency: code, is_crypto: kind === 'crypto' }))
}
