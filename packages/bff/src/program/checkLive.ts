import type { Snapshot } from '@cambio/exchange/catalogue/Catalogue.ts'
import { unsetCaps, type IsSet } from '@cambio/exchange/catalogue/liveSnapshot.ts'
import { StartRefused } from '@cambio/server/settings/StartRefused.ts'
import { payinGroups, payoutGroups, type PayinGroup } from '@cambio/wire/Group.ts'
import type { ExchangeEnvironment } from './environment.ts'
import { alwaysNeeded, incompleteProviders, neededForPayin, neededForPayout } from './liveNeeds.ts'

/** What the operator sells: the current settings, and which of them were set explicitly. */
export type Sold = { readonly snapshot: Snapshot; readonly isSet: IsSet }

/**
 * Refuses to start in live without a real provider for everything that is offered.
 * @throws StartRefused that names everything that is missing
 */
export function checkLive(environment: ExchangeEnvironment, sold: Sold): void {
  if (environment.MODE !== 'live') return
  const needed = [
    ...alwaysNeeded(environment),
    ...offeredPayins(sold).flatMap((group) => neededForPayin(environment, group)),
    ...offeredPayouts(sold).flatMap((group) => neededForPayout(environment, group)),
    ...offeredPayins(sold).flatMap((group) => missingCaps(group, sold)),
  ]
  const missing = [...new Set(needed)]
  if (missing.length === 0) return
  throw new StartRefused(
    `MODE=live does not start, because real money needs what is not here yet:\n${[...new Set(missing)]
      .map((sentence) => `  - ${sentence}`)
      .join('\n')}\nWhat is not offered needs nothing: see “tariff show”.`,
  )
}

/**
 * Refuses a provider that is only partly configured, in a sandbox. Live reports it among all that is missing.
 * @throws StartRefused
 */
export function checkWhole(environment: ExchangeEnvironment): void {
  const missing = environment.MODE === 'live' ? [] : incompleteProviders(environment)
  if (missing.length > 0) throw new StartRefused(missing.join(' '))
}

function offeredPayins({ snapshot }: Sold) {
  const tariffs = [snapshot.tariff, ...snapshot.partnerTariffs.values()]
  return payinGroups.filter((group) => tariffs.some(({ payin }) => payin[group] !== undefined))
}

function offeredPayouts({ snapshot }: Sold) {
  const tariffs = [snapshot.tariff, ...snapshot.partnerTariffs.values()]
  return payoutGroups.filter((group) =>
    tariffs.some(({ payout }) => payout.some((way) => way.group === group)),
  )
}

function missingCaps(group: PayinGroup, { isSet }: Sold): string[] {
  const names = unsetCaps(group, isSet)
  if (names.length === 0) return []
  return [
    `Set what a client of each level may pay in by ${group} over 30 days, which has no default: ${names.join(', ')} (“tariff set”).`,
  ]
}
