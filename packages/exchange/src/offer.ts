import * as Currency from '@cambio/wire/Currency.ts'
import { groups, type Direction, type Group, type GroupEntry, type Pairs } from '@cambio/wire/Payment.ts'
import type { Tariff } from './Tariff.ts'

/** Which kind of currency a rail moves. */
const moves: Readonly<Record<Group, Currency.Currency['kind'] | 'any'>> = {
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

type Offer = Readonly<Record<Direction, ReadonlyMap<string, readonly Group[]>>>

/** Worked out once for a tariff, since every quote asks. */
const offers = new WeakMap<Tariff, Offer>()

/** The groups that take or send a currency, in order of preference. */
export function groupsFor(
  tariff: Tariff,
  direction: Direction,
  currency: Currency.Currency,
): readonly Group[] {
  let offer = offers.get(tariff)
  if (!offer) {
    offer = { payin: groupsByCode(tariff, 'payin'), payout: groupsByCode(tariff, 'payout') }
    offers.set(tariff, offer)
  }
  return offer[direction].get(currency.code) ?? []
}

function groupsByCode(tariff: Tariff, direction: Direction): ReadonlyMap<string, readonly Group[]> {
  return new Map(Currency.currencies.map((currency) => [currency.code, moving(tariff, direction, currency)]))
}

function moving(tariff: Tariff, direction: Direction, currency: Currency.Currency): readonly Group[] {
  return groups.filter(
    (group) =>
      offered(tariff, direction, group) &&
      (moves[group] === 'any' || moves[group] === currency.kind) &&
      (group !== 'sepa' || currency.code === 'EUR'),
  )
}

/** The reference entry of each group of one side, in order of preference. */
export function paymentGroups(tariff: Tariff, direction: Direction): GroupEntry[] {
  return groups
    .filter((group) => offered(tariff, direction, group))
    .map((group) => ({
      group,
      ...titles[group],
      list: Currency.currencies
        .filter((currency) => groupsFor(tariff, direction, currency).includes(group))
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

function offered(tariff: Tariff, direction: Direction, group: Group): boolean {
  return direction === 'payin' ? tariff.payin[group] !== undefined : tariff.payout.includes(group)
}
