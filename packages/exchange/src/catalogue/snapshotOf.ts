import type { PayinGroup } from '@cambio/wire/Group.ts'
import type { Countries } from '../country/Countries.ts'
import type { Mode } from '../payout/destination.ts'
import type { Caps, LevelCaps } from './Caps.ts'
import type { Snapshot } from './Catalogue.ts'
import { standardIn } from './liveSnapshot.ts'
import type { MessageRules } from './MessageRules.ts'
import type { PayoutRules } from './PayoutRules.ts'
import type { Setting } from './Setting.ts'
import {
  capSettings,
  countrySettings,
  currencySettings,
  payoutRuleSettings,
  messageSettings,
  pairSettings,
  payinSettings,
  payoutSettings,
  spreadBps,
  staleAfterMs,
  transferSettings,
  type LevelSettings,
} from './settings.ts'
import type { PayinTariff, Tariff } from './Tariff.ts'

/** The values that were set, as text by the names of settings. Settings without an entry have their standard. */
export type Texts = ReadonlyMap<string, string>

/** The general values, and those of single partners by their ids. */
export type AllTexts = { readonly general: Texts; readonly partners: ReadonlyMap<string, Texts> }

/** Reads a setting's value. */
type ValueOf = <Value>(setting: Setting<Value>) => Value

/**
 * The snapshot with these values. In live it marks no partner as identifying its clients: that is stored with the
 * partner.
 * @throws RangeError when a text is not a value of its setting
 */
export function snapshotOf({ general, partners }: AllTexts, mode: Mode): Snapshot {
  const valueOf = readerOf(general, mode)
  const owners = [...partners].map(
    ([id, own]) => [id, readerOf(new Map([...general, ...own]), mode)] as const,
  )
  return {
    tariff: tariffOf(valueOf),
    partnerTariffs: new Map(owners.map(([id, own]) => [id, tariffOf(own)])),
    messages: messagesOf(valueOf),
    partnerMessages: new Map(owners.map(([id, own]) => [id, messagesOf(own)])),
    countries: countriesOf(valueOf),
    caps: capsOf(valueOf),
    payouts: payoutRulesOf(valueOf),
    identifying: mode === 'sandbox' ? 'any' : new Set(),
  }
}

/** What a fresh installation sells until the operator says otherwise. */
export const standardSnapshot: Snapshot = snapshotOf({ general: new Map(), partners: new Map() }, 'sandbox')

/** What may leave by these general values, which have the same standards in a sandbox and in live. */
export function payoutRulesIn(general: Texts): PayoutRules {
  return payoutRulesOf(readerOf(general, 'live'))
}

function readerOf(texts: Texts, mode: Mode): ValueOf {
  return (setting) => {
    const { name, form, read } = setting
    const standard = standardIn(mode, setting)
    // A cap without a default in live is never read: nothing is sold by its way of paying.
    const text = texts.get(name) ?? (standard === 'none' ? setting.standard : standard)
    const value = read(text)
    if (value === undefined) throw new RangeError(`${name} is ${text}, which is not ${form}`)
    return value
  }
}

function tariffOf(valueOf: ValueOf): Tariff {
  return {
    payin: payinOf(valueOf),
    depositNetworks: 'any',
    payout: payoutOf(valueOf),
    withheld: withheldOf(valueOf),
    spreadBps: valueOf(spreadBps),
    pairSpreadBps: pairSpreadsOf(valueOf),
    transferEurCents: {
      bitcoin: valueOf(transferSettings.bitcoin),
      litecoin: valueOf(transferSettings.litecoin),
      ethereum: valueOf(transferSettings.ethereum),
      ripple: valueOf(transferSettings.ripple),
      eos: valueOf(transferSettings.eos),
      stellar: valueOf(transferSettings.stellar),
      tron: valueOf(transferSettings.tron),
    },
    staleAfterMs: valueOf(staleAfterMs),
  }
}

function messagesOf(valueOf: ValueOf): MessageRules {
  return {
    perDay: valueOf(messageSettings.perDay),
    callingCodes: valueOf(messageSettings.callingCodes),
  }
}

function payoutRulesOf(valueOf: ValueOf): PayoutRules {
  const paused = payoutRuleSettings.paused.filter(({ isPaused }) => valueOf(isPaused) === 'yes')
  return {
    allPaused: valueOf(payoutRuleSettings.allPaused) === 'yes',
    paused: new Set(paused.map(({ code }) => code)),
    hourEurCents: valueOf(payoutRuleSettings.hourEurCents),
    dayEurCents: valueOf(payoutRuleSettings.dayEurCents),
  }
}

function payinOf(valueOf: ValueOf): Tariff['payin'] {
  const payin: { [Group in PayinGroup]?: PayinTariff } = {}
  for (const { group, offered, ...members } of payinSettings) {
    if (valueOf(offered) === 'no') continue
    payin[group] = {
      networkBps: valueOf(members.networkBps),
      serviceBps: valueOf(members.serviceBps),
      minEurCents: valueOf(members.minEurCents),
      maxEurCents: valueOf(members.maxEurCents),
    }
  }
  return payin
}

function payoutOf(valueOf: ValueOf): Tariff['payout'] {
  return payoutSettings
    .filter(({ offered }) => valueOf(offered) === 'yes')
    .map(({ group }) => ({ group, networks: 'any' }))
}

function withheldOf(valueOf: ValueOf): Tariff['withheld'] {
  const withheld = (side: 'payin' | 'payout') =>
    new Set(currencySettings.filter((each) => valueOf(each[side]) === 'no').map(({ code }) => code))
  return {
    payin: withheld('payin'),
    payout: withheld('payout'),
    pairs: new Set(pairSettings.filter(({ offered }) => valueOf(offered) === 'no').map(({ pair }) => pair)),
  }
}

function pairSpreadsOf(valueOf: ValueOf): Tariff['pairSpreadBps'] {
  return new Map(
    pairSettings.flatMap(({ pair, spreadBps: own }) => {
      const value = valueOf(own)
      return value === 'general' ? [] : [[pair, value] as const]
    }),
  )
}

function countriesOf(valueOf: ValueOf): Countries {
  return new Map(countrySettings.map(({ code, service }) => [code, valueOf(service)]))
}

function capsOf(valueOf: ValueOf): Caps {
  return {
    card: levelCapsOf(valueOf, capSettings.card),
    crypto: levelCapsOf(valueOf, capSettings.crypto),
    sepa: levelCapsOf(valueOf, capSettings.sepa),
  }
}

function levelCapsOf(valueOf: ValueOf, levels: LevelSettings): LevelCaps {
  return {
    unverified: valueOf(levels.unverified),
    email_phone: valueOf(levels.email_phone),
    basic: valueOf(levels.basic),
    identity: valueOf(levels.identity),
    address: valueOf(levels.address),
    bank_statement: valueOf(levels.bank_statement),
  }
}
