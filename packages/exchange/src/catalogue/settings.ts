import * as Currency from '@cambio/wire/Currency.ts'
import type { Network } from '@cambio/wire/Currency.ts'
import { payinGroups, payoutGroups, type PayinGroup, type PayoutGroup } from '@cambio/wire/Group.ts'
import { type VerificationLevel } from '@cambio/wire/VerificationLevel.ts'
import { services, standardService } from '../country/Countries.ts'
import { countryNames } from '../country/countryNames.ts'
import type { CappedGroup } from './Caps.ts'
import {
  callingCodes,
  choice,
  eurCents,
  eurCentsOrUnlimited,
  messageCount,
  milliseconds,
  share,
  type Setting,
} from './Setting.ts'
import { pairName, type PayinTariff } from './Tariff.ts'

/*
 * Everything the operator decides, by name, with the values of a fresh installation. Every way in or out that has a
 * rail, and every network, needs its settings here to compile.
 */

/** What a fresh installation charges for each way in, and whether it sells it. */
const standardPayin: Readonly<Record<PayinGroup, PayinTariff & { offered: boolean }>> = {
  card: { offered: true, networkBps: 120n, serviceBps: 290n, minEurCents: 2_000n, maxEurCents: 1_000_000n },
  crypto: { offered: true, networkBps: 0n, serviceBps: 100n, minEurCents: 2_000n, maxEurCents: 1_000_000n },
  balance: { offered: true, networkBps: 0n, serviceBps: 0n, minEurCents: 100n, maxEurCents: 1_000_000n },
  sepa: { offered: true, networkBps: 20n, serviceBps: 150n, minEurCents: 2_000n, maxEurCents: 1_000_000n },
}

const standardPayout: Readonly<Record<PayoutGroup, { offered: boolean }>> = {
  crypto: { offered: true },
  sepa: { offered: true },
  balance: { offered: true },
}

/** The standard of a pair's setting: the general value holds for the pair. */
const GENERAL = 'general'

const STANDARD_SPREAD_BPS = 50n
const STANDARD_STALE_AFTER_MS = 30_000

const forPartners = (name: string) => ({ name, perPartner: true })
const forAll = (name: string) => ({ name, perPartner: false })
const yesOrNo = (name: string, standard: boolean) =>
  choice(forPartners(name), ['yes', 'no'], standard ? 'yes' : 'no')

export const spreadBps = share(forPartners('spreadBps'), STANDARD_SPREAD_BPS)
export const staleAfterMs = milliseconds(forAll('staleAfterMs'), STANDARD_STALE_AFTER_MS)

export const payinSettings = payinGroups.map((group) => {
  const standard = standardPayin[group]
  const name = (member: string) => forPartners(`payin.${group}.${member}`)
  return {
    group,
    offered: yesOrNo(`payin.${group}.offered`, standard.offered),
    networkBps: share(name('networkBps'), standard.networkBps),
    serviceBps: share(name('serviceBps'), standard.serviceBps),
    minEurCents: eurCents(name('minEurCents'), standard.minEurCents),
    maxEurCents: eurCents(name('maxEurCents'), standard.maxEurCents),
  }
})

export const payoutSettings = payoutGroups.map((group) => ({
  group,
  offered: yesOrNo(`payout.${group}.offered`, standardPayout[group].offered),
}))

/** The price of one transfer on each network. */
export const transferSettings: Readonly<Record<Network, Setting<bigint>>> = {
  bitcoin: transfer('bitcoin', 150n),
  litecoin: transfer('litecoin', 3n),
  ethereum: transfer('ethereum', 80n),
  ripple: transfer('ripple', 1n),
  eos: transfer('eos', 2n),
  stellar: transfer('stellar', 1n),
  tron: transfer('tron', 95n),
}

export const currencySettings = Currency.currencies.map(({ code }) => ({
  code,
  payin: yesOrNo(`currency.${code}.payin`, true),
  payout: yesOrNo(`currency.${code}.payout`, true),
}))

export const pairSettings = Currency.currencies.flatMap((payin) =>
  Currency.currencies
    .filter((payout) => payout !== payin)
    .map((payout) => {
      const pair = pairName(payin.code, payout.code)
      return {
        pair,
        offered: yesOrNo(`pair.${pair}.offered`, true),
        spreadBps: orElse(spreadBps, share(forPartners(`pair.${pair}.spreadBps`), STANDARD_SPREAD_BPS)),
      }
    }),
)

/** What a client of each level may pay in over 30 days by each way of paying. */
export const capSettings: Readonly<Record<CappedGroup, LevelSettings>> = {
  card: {
    unverified: cap('card', 'unverified', 0n),
    email_phone: cap('card', 'email_phone', 0n),
    basic: cap('card', 'basic', 15_000n),
    identity: cap('card', 'identity', 100_000n),
    address: cap('card', 'address', 1_500_000n),
    bank_statement: cap('card', 'bank_statement', 100_000_000n),
  },
  crypto: {
    unverified: cap('crypto', 'unverified', 1_500_000n),
    email_phone: cap('crypto', 'email_phone', 1_500_000n),
    basic: cap('crypto', 'basic', 1_500_000n),
    identity: cap('crypto', 'identity', 1_500_000n),
    address: cap('crypto', 'address', 1_500_000n),
    bank_statement: cap('crypto', 'bank_statement', 1_500_000n),
  },
  sepa: {
    unverified: cap('sepa', 'unverified', 1_500_000n),
    email_phone: cap('sepa', 'email_phone', 1_500_000n),
    basic: cap('sepa', 'basic', 1_500_000n),
    identity: cap('sepa', 'identity', 1_500_000n),
    address: cap('sepa', 'address', 1_500_000n),
    bank_statement: cap('sepa', 'bank_statement', 1_500_000n),
  },
}
export type LevelSettings = Readonly<Record<VerificationLevel, Setting<bigint>>>

/** What may be paid out: nothing while paused, and no more than the caps in any 60 minutes and any 24 hours. */
export const payoutRuleSettings = {
  allPaused: choice(forAll('payouts.paused'), ['yes', 'no'], 'no'),
  paused: Currency.currencies.map(({ code }) => ({
    code,
    isPaused: choice(forAll(`payouts.${code}.paused`), ['yes', 'no'], 'no'),
  })),
  hourEurCents: eurCentsOrUnlimited(forAll('payouts.hourEurCents')),
  dayEurCents: eurCentsOrUnlimited(forAll('payouts.dayEurCents')),
}

/** What partners may send to phones. */
export const messageSettings = {
  perDay: messageCount(forPartners('messages.perDay'), 1_000),
  callingCodes: callingCodes(forPartners('messages.callingCodes')),
}

export const countrySettings = Object.keys(countryNames).map((code) => ({
  code,
  service: choice(forAll(`country.${code}`), services, standardService(code)),
}))

/** All settings by name, in the order in which they are shown. */
export const settings: ReadonlyMap<string, Setting<unknown>> = new Map(
  [
    ...payinSettings.flatMap(({ offered, networkBps, serviceBps, minEurCents, maxEurCents }) => [
      offered,
      networkBps,
      serviceBps,
      minEurCents,
      maxEurCents,
    ]),
    ...payoutSettings.map(({ offered }) => offered),
    spreadBps,
    staleAfterMs,
    ...Object.values(transferSettings),
    ...Object.values(capSettings).flatMap((levels) => Object.values(levels)),
    ...currencySettings.flatMap(({ payin, payout }) => [payin, payout]),
    ...pairSettings.flatMap(({ offered, spreadBps }) => [offered, spreadBps]),
    payoutRuleSettings.allPaused,
    ...payoutRuleSettings.paused.map(({ isPaused }) => isPaused),
    payoutRuleSettings.hourEurCents,
    payoutRuleSettings.dayEurCents,
    messageSettings.perDay,
    messageSettings.callingCodes,
    ...countrySettings.map(({ service }) => service),
  ].map((setting): [string, Setting<unknown>] => [setting.name, setting]),
)

function transfer(network: Network, standardCents: bigint): Setting<bigint> {
  return eurCents(forPartners(`network.${network}.transferEurCents`), standardCents)
}

function cap(group: CappedGroup, level: VerificationLevel, standardCents: bigint): Setting<bigint> {
  return eurCents(forAll(`caps.${group}.${level}EurCents`), standardCents)
}

/** A setting that has the value of another one until it is set itself. */
function orElse<Value>(other: Setting<Value>, setting: Setting<Value>): Setting<Value | typeof GENERAL> {
  return {
    ...setting,
    standard: GENERAL,
    form: `${setting.form}; or ${GENERAL}, where ${other.name} holds`,
    read: (text) => (text === GENERAL ? GENERAL : setting.read(text)),
  }
}
