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

/** The ways of paying whose caps a fresh installation has for a sandbox alone. */
const withoutLiveCaps: readonly CappedGroup[] = ['sepa', 'crypto']

/**
 * The values of settings that nobody has set, as they would be written. `none` is a cap without a default in live:
 * nothing is sold by its way of paying until it is set. An unverified client may pay in nothing in live.
 */
export function standardIn(mode: Mode, { name, standard }: Setting<unknown>): string {
  if (mode === 'sandbox') return standard
  if (isUnverifiedCap(name)) return '0'
  return withoutLiveCaps.some((group) => name.startsWith(`caps.${group}.`)) ? 'none' : standard
}

/** Whether a setting is what may be paid in by somebody of whom nothing is verified. */
export function isUnverifiedCap(name: string): boolean {
  return Object.values(capSettings).some(({ unverified }) => unverified.name === name)
}

/** The caps of a way of paying that live has no default for and nobody has set, by their names. */
export function unsetCaps(payin: PayinGroup, isSet: IsSet): string[] {
  const group = withoutLiveCaps.find((each) => each === payin)
  if (group === undefined) return []
  return Object.values(capSettings[group]).flatMap(({ name }) =>
    isSet(name) || isUnverifiedCap(name) ? [] : [name],
  )
}

/** What live sells of a snapshot: no way of paying whose caps nobody has set. */
export function liveSnapshot(snapshot: Snapshot, isSet: IsSet): Snapshot {
  const capped = payinGroups.filter((group) => unsetCaps(group, isSet).length === 0)
  const narrowed = (tariff: Tariff): Tariff => ({ ...tariff, payin: payinsAmong(capped, tariff.payin) })
  return {
    ...snapshot,
    tariff: narrowed(snapshot.tariff),
    partnerTariffs: new Map([...snapshot.partnerTariffs].map(([id, tariff]) => [id, narrowed(tariff)])),
  }
}
