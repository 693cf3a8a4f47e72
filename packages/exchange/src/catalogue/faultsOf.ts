import * as Currency from '@cambio/wire/Currency.ts'
import { payinGroups, type PayinGroup } from '@cambio/wire/Group.ts'
import { VerificationLevel } from '@cambio/wire/VerificationLevel.ts'
import { isCapped, type LevelCaps } from './Caps.ts'
import type { Snapshot } from './Catalogue.ts'
import { groupsFor, isPair } from './offer.ts'
import { pairName, spreadOf, type PayinTariff, type Tariff } from './Tariff.ts'

/** The most that rounding may cost one order, in EUR cents: three of the coarsest units. */
const ROUNDING_EUR_CENTS = 10n

/**
 * The highest share of a pay-in that fees may take. The pay-in for a given pay-out is searched step by step, and the
 * search takes more steps the less is left after fees.
 */
const MOST_FEES_BPS = 9_000n

/** The faults of a snapshot, as sentences for the operator. */
export function faultsOf({ tariff, partnerTariffs, caps }: Snapshot): string[] {
  const general = tariffFaults(tariff)
  const partners = [...partnerTariffs].flatMap(([id, own]) =>
    tariffFaults(own)
      .filter((fault) => !general.includes(fault))
      .map((fault) => `For partner ${id}: ${fault}`),
  )
  const capped = payinGroups.filter(isCapped)
  return [...general, ...partners, ...capped.flatMap((group) => capFaults(group, caps[group]))]
}

function tariffFaults(tariff: Tariff): string[] {
  return payinGroups.flatMap((group) => {
    const payin = tariff.payin[group]
    if (!payin) return []
    const faults = payinFaults(group, payin)
    return faults.length > 0 ? faults : unpaidTransfers(tariff, group, payin)
  })
}

function payinFaults(group: PayinGroup, payin: PayinTariff): string[] {
  const { networkBps, serviceBps, minEurCents, maxEurCents } = payin
  const name = `payin.${group}`
  const rules: readonly [boolean, string][] = [
    [
      networkBps + serviceBps <= MOST_FEES_BPS,
      `${name}.networkBps and ${name}.serviceBps take ${networkBps + serviceBps} together, of 10000; the most is ${MOST_FEES_BPS}.`,
    ],
    [minEurCents > 0n, `${name}.minEurCents must be at least 1.`],
    [
      minEurCents <= maxEurCents,
      `${name}.minEurCents is ${minEurCents}, above ${name}.maxEurCents, which is ${maxEurCents}.`,
    ],
  ]
  return rules.flatMap(([isMet, fault]) => (isMet ? [] : [fault]))
}

/** The highest pay-in of an order must buy twice the cost of its transfer, or the coin could never be bought. */
function unpaidTransfers(tariff: Tariff, group: PayinGroup, payin: PayinTariff): string[] {
  const left = payin.maxEurCents * (10_000n - payin.networkBps - payin.serviceBps)
  const unpaid = pairsBy(tariff, group).find(
    (pair) => left < 2n * pair.transferEurCents * (10_000n + pair.spreadBps) + ROUNDING_EUR_CENTS * 10_000n,
  )
  if (!unpaid) return []
  const { name, transferEurCents } = unpaid
  return [
    `${name} could never be bought: of payin.${group}.maxEurCents, ${payin.maxEurCents}, fees leave too little for its transfer, which costs ${transferEurCents}. Raise the one, lower the other, or set pair.${name}.offered no.`,
  ]
}

type PricedPair = { readonly name: string; readonly transferEurCents: bigint; readonly spreadBps: bigint }

/** Every pair that is offered for money received by a group. */
function pairsBy(tariff: Tariff, group: PayinGroup): PricedPair[] {
  const payouts = Currency.currencies.filter((currency) => groupsFor(tariff, 'payout', currency).length > 0)
  return Currency.currencies
    .filter((currency) => groupsFor(tariff, 'payin', currency).some((moving) => moving === group))
    .flatMap((payin) =>
      payouts
        .filter((payout) => isPair(tariff, payin, payout))
        .map((payout) => pricedPair(tariff, payin, payout)),
    )
}

function pricedPair(tariff: Tariff, payin: Currency.Currency, payout: Currency.Currency): PricedPair {
  const name = pairName(payin.code, payout.code)
  return {
    name,
    transferEurCents: payout.network === null ? 0n : tariff.transferEurCents[payout.network],
    spreadBps: spreadOf(tariff, name),
  }
}

/** A higher level must never allow less. */
function capFaults(group: PayinGroup, caps: LevelCaps): string[] {
  const levels = VerificationLevel.options
  return levels.flatMap((level, index) => {
    const below = levels[index - 1]
    if (below === undefined || caps[below] <= caps[level]) return []
    return [
      `caps.${group}.${level}EurCents is ${caps[level]}, below caps.${group}.${below}EurCents, which is ${caps[below]}.`,
    ]
  })
}
