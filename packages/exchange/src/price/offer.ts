import * as Currency from '@cambio/wire/Currency.ts'
import {
  groups,
  type Direction,
  type Group,
  type GroupEntry,
  type Pairs,
  type PayinGroup,
  type PayoutGroup,
} from '@cambio/wire/Payment.ts'
import type { Tariff } from '../catalogue/Tariff.ts'
import { carries } from '../payout/PayoutRails.ts'

/** Which kind of currency a group moves. */
const kinds: Readonly<Record<Group, Currency.Currency['kind'] | 'any'>> = {
  card: 'fiat',
  crypto: 'crypto',
  sepa: 'fiat',
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

type Offer = { readonly [Side in Direction]: ReadonlyMap<string, readonly GroupOf<Side>[]> }

/** Worked out once for a tariff, since every quote asks. */
const offers = new WeakMap<Tariff, Offer>()

/** The groups that take or send a currency, in order of preference. */
export function groupsFor<Side extends Direction>(
  tariff: Tariff,
  direction: Side,
  currency: Currency.Currency,
): readonly GroupOf<Side>[] {
  let offer = offers.get(tariff)
  if (!offer) {
    offer = {
      payin: byCode(payinGroups(tariff), fits),
      payout: byCode(payoutGroups(tariff), (group, currency) => sends(tariff, group, currency)),
    }
    offers.set(tariff, offer)
  }
  return offer[direction].get(currency.code) ?? []
}

function payinGroups({ payin }: Tariff): PayinGroup[] {
  return groups.filter((group): group is PayinGroup => Object.hasOwn(payin, group))
}

function payoutGroups({ payout }: Tariff): PayoutGroup[] {
  return groups.filter((group): group is PayoutGroup => payout.some((way) => way.group === group))
}

function byCode<Offered extends Group>(
  offered: readonly Offered[],
  moves: (group: Offered, currency: Currency.Currency) => boolean,
): ReadonlyMap<string, readonly Offered[]> {
  return new Map(
    Currency.currencies.map((currency) => [currency.code, offered.filter((group) => moves(group, currency))]),
  )
}

/** Whether a currency is of the kind that a group moves, in either direction. */
function fits(group: Group, { code, kind }: Currency.Currency): boolean {
  return (kinds[group] === 'any' || kinds[group] === kind) && (group !== 'sepa' || code === 'EUR')
}

/** Whether a group sends a currency on the network that it is on. */
function sends({ payout }: Tariff, group: Group, currency: Currency.Currency): boolean {
  const { network } = currency
  return fits(group, currency) && payout.some((way) => carries(way, { group, network }))
}

/** The reference entry of each group of one side, in order of preference. */
export function paymentGroups(tariff: Tariff, direction: Direction): GroupEntry[] {
  const offered: readonly Group[] = direction === 'payin' ? payinGroups(tariff) : payoutGroups(tariff)
  return offered.map((group) => ({
    group,
    ...titles[group],
    list: Currency.currencies
      .filter((currency) =>
        groupsFor<Direction>(tariff, direction, currency).some((other) => other === group),
      )
      .map(({ code, kind }) => ({ currency: code, is_crypto: kind === 'crypto' })),
  }))
}

/** Which pay-in currency buys which others: fiat buys coins, and a coin never buys itself. */
export function pairs(tariff: Tariff): Pairs {
  const payouts = Currency.currencies.filter((currency) => groupsFor(tariff, 'payout', currency).length > 0)
  return Object.fromEntries(
    Currency.currencies
      .filter((currency) => groupsFor(tariff, 'payin', currency).length > 0)
      .map((payin) => [payin.code, payouts.map(({ code }) => code).filter((code) => code !== payin.code)]),
  )
}
