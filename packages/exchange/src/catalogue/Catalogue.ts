import type { Countries } from '../country/Countries.ts'
import type { Caps, LevelCaps } from './Caps.ts'
import type { MessageRules } from './MessageRules.ts'
import type { PayoutRules } from './PayoutRules.ts'
import type { Tariff } from './Tariff.ts'

/** What the operator sells, to whom and at what price, at one moment. It never changes: a change is another snapshot. */
export type Snapshot = {
  /** The tariff of every partner that has none of its own. */
  readonly tariff: Tariff
  /** Tariffs of single partners, by their id. */
  readonly partnerTariffs: ReadonlyMap<string, Tariff>
  /** What partners without rules of their own may send to phones. */
  readonly messages: MessageRules
  /** Rules of single partners, by their id. */
  readonly partnerMessages: ReadonlyMap<string, MessageRules>
  readonly countries: Countries
  readonly caps: Caps
  readonly payouts: PayoutRules
  /** The ids of the partners that identify their clients themselves; `any` in a sandbox, where no partner has to. */
  readonly identifying: ReadonlySet<string> | 'any'
}

/** Where the rest of the exchange reads the current snapshot. */
export type Catalogue = {
  /** Reads from memory, so that it is cheap for every call. A caller reads once and uses that snapshot throughout. */
  now(): Snapshot
}

/** The tariff that a partner's clients are priced by. */
export function tariffFor({ tariff, partnerTariffs }: Snapshot, partnerId: string): Tariff {
  return partnerTariffs.get(partnerId) ?? tariff
}

/** What a partner may send to phones. */
export function messageRulesFor({ messages, partnerMessages }: Snapshot, partnerId: string): MessageRules {
  return partnerMessages.get(partnerId) ?? messages
}

/**
 * What clients of a partner may pay in. For real money, `unverified` is 0 unless the partner is marked as identifying
 * its own clients: otherwise the payer would be unknown.
 */
export function capsFor(
  { caps, identifying }: Pick<Snapshot, 'caps' | 'identifying'>,
  partnerId: string,
): Caps {
  if (identifying === 'any' || identifying.has(partnerId)) return caps
  return {
    card: withoutUnverified(caps.card),
    crypto: withoutUnverified(caps.crypto),
    sepa: withoutUnverified(caps.sepa),
  }
}

function withoutUnverified(caps: LevelCaps): LevelCaps {
  return { ...caps, unverified: 0n }
}
