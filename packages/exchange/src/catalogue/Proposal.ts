import { groups } from '@cambio/wire/Group.ts'
import type { Mode } from '../payout/destination.ts'
import { inOrder, snapshotAt, textsAt, timesAfter, type CatalogueChange } from './CatalogueChange.ts'
import { faultsOf } from './faultsOf.ts'
import { standardIn } from './liveSnapshot.ts'
import { settings } from './settings.ts'

/** Settings that the operator wants to change from a given time on. */
export type Proposal = {
  /** Values by the names of settings; null unsets one. */
  readonly values: ReadonlyMap<string, string | null>
  /** The partner whose value it is; null for the general value. */
  readonly partnerId: string | null
  /** null: at once. */
  readonly effectiveAt: Date | null
}

/** A proposal with the time at which it would take effect. */
export type Dated = Proposal & { readonly effectiveAt: Date }

/** Each value of a proposal as a change. */
export function changesOf({ values, partnerId, effectiveAt }: Dated): CatalogueChange[] {
  return [...values].map(([name, value]) => ({ partnerId, name, value, effectiveAt }))
}

/** Why some of the values cannot be read, or may not be a partner's own. */
export function unreadableIn({ values, partnerId }: Proposal): string[] {
  return [...values].flatMap(([name, value]) => {
    const setting = settings.get(name)
    if (!setting) return [unknownSetting(name)]
    if (partnerId !== null && !setting.perPartner)
      return [`${name} is the same for every partner: leave the partner out.`]
    if (value === null || setting.read(value) !== undefined) return []
    return [`${name} must be ${setting.form}; it cannot be ${value}.`]
  })
}

/** The faults that the catalogue would have, at the time of the change or at any later one. */
export function faultsWith(recorded: readonly CatalogueChange[], proposal: Dated, mode: Mode): string[] {
  const all = inOrder([...recorded, ...changesOf(proposal)])
  for (const at of [proposal.effectiveAt, ...timesAfter(all, proposal.effectiveAt)]) {
    const faults = faultsOf(snapshotAt(all, at, mode))
    if (faults.length > 0)
      return at > proposal.effectiveAt
        ? faults.map((fault) => `From ${at.toISOString()} on: ${fault}`)
        : faults
  }
  return []
}

/** The value that a change replaces: the partner's own, else the general one, else the standard. */
export function valueAt(
  recorded: readonly CatalogueChange[],
  { partnerId, name, effectiveAt }: CatalogueChange,
  mode: Mode,
): string {
  const setting = settings.get(name)
  const { general, partners } = textsAt(recorded, effectiveAt)
  const own = partnerId === null ? undefined : partners.get(partnerId)?.get(name)
  return own ?? general.get(name) ?? (setting ? standardIn(mode, setting) : '')
}

function unknownSetting(name: string): string {
  const [side = '', group = ''] = name.split('.')
  const isWay = (side === 'payin' || side === 'payout') && groups.some((each) => each === group)
  const has = [...settings.keys()].some((setting) => setting.startsWith(`${side}.${group}.`))
  if (isWay && !has)
    return `${side === 'payin' ? 'Nothing takes money' : 'Nothing pays out'} by ${group}: there is no rail for it.`
  return `There is no setting ${name}: “tariff show” lists them.`
}
