import { payinGroups, type PayinGroup } from '@cambio/wire/Group.ts'
import type { Mode } from '../payout/destination.ts'
import type { CappedGroup } from './Caps.ts'
import type { Snapshot } from './Catalogue.ts'
import { payinsAmong } from './payinsAmong.ts'
import type { Setting } from './Setting.ts'
import { capSettings } from './settings.ts'
import type { Tariff } from './Tariff.ts'

/** Whether the operator has set a setting, by its name. */
export type IsSet = (name: string) => boolean

/** The ways of paying that have default caps in a sandbox only. */
const withoutLiveCaps: readonly CappedGroup[] = ['sepa', 'crypto']

/**
 * The default of a setting, as the operator would write it. `none` is a cap without a default in live: nothing is sold
 * by its way of paying until the operator sets it. In live an unverified client may pay in nothing by default.
 */
export function standardIn(mode: Mode, { name, standard }: Setting<unknown>): string {
  if (mode === 'sandbox') return standard
  if (isUnverifiedCap(name)) return '0'
  return withoutLiveCaps.some((group) => name.startsWith(`caps.${group}.`)) ? 'none' : standard
}

/** Whether a setting is the cap of unverified clients. */
export function isUnverifiedCap(name: string): boolean {
  return Object.values(capSettings).some(({ unverified }) => unverified.name === name)
}

/** The names of a way's caps that have no default in live and are not set. */
export function unsetCaps(payin: PayinGroup, isSet: IsSet): string[] {
  const group = withoutLiveCaps.find((each) => each === payin)
  if (group === undefined) return []
  return Object.values(capSettings[group]).flatMap(({ name }) =>
    isSet(name) || isUnverifiedCap(name) ? [] : [name],
  )
}

/** The part of a snapshot that live sells: without ways of paying whose caps are not set. */
export function liveSnapshot(snapshot: Snapshot, isSet: IsSet): Snapshot {
  const capped = payinGroups.filter((group) => unsetCaps(group, isSet).length === 0)
  const narrowed = (tariff: Tariff): Tariff => ({ ...tariff, payin: payinsAmong(capped, tariff.payin) })
  return {
    ...snapshot,
    tariff: narrowed(snapshot.tariff),
    partnerTariffs: new Map([...snapshot.partnerTariffs].map(([id, tariff]) => [id, narrowed(tariff)])),
  }
}
