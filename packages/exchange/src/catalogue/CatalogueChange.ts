import type { Mode } from '../payout/destination.ts'
import type { Snapshot } from './Catalogue.ts'
import { snapshotOf, type AllTexts } from './snapshotOf.ts'

/** One setting that the operator changed, for all partners or for one. */
export type CatalogueChange = {
  readonly partnerId: string | null
  /** A setting's name. */
  readonly name: string
  /** null unsets it: the partner has the general value again, or all partners have the standard. */
  readonly value: string | null
  readonly effectiveAt: Date
}

/** The settings in effect at a time. @param changes in the order in which they take effect */
export function textsAt(changes: readonly CatalogueChange[], at: Date): AllTexts {
  const general = new Map<string, string>()
  const partners = new Map<string, Map<string, string>>()
  for (const { partnerId, name, value, effectiveAt } of changes) {
    if (effectiveAt > at) continue
    const texts = partnerId === null ? general : textsOf(partners, partnerId)
    if (value === null) texts.delete(name)
    else texts.set(name, value)
  }
  return { general, partners: new Map([...partners].filter(([, own]) => own.size > 0)) }
}

/** The snapshot in effect at a time. */
export function snapshotAt(changes: readonly CatalogueChange[], at: Date, mode: Mode): Snapshot {
  return snapshotOf(textsAt(changes, at), mode)
}

/** Sorts changes by when they take effect; of two at the same time, the one written later comes later. */
export function inOrder<Each extends CatalogueChange>(written: readonly Each[]): Each[] {
  return written.toSorted((one, other) => one.effectiveAt.getTime() - other.effectiveAt.getTime())
}

/** The distinct times after a given one at which something changes, in order. */
export function timesAfter(changes: readonly CatalogueChange[], at: Date): Date[] {
  const later = inOrder(changes.filter(({ effectiveAt }) => effectiveAt > at))
  return [...new Set(later.map(({ effectiveAt }) => effectiveAt.getTime()))].map((time) => new Date(time))
}

function textsOf(partners: Map<string, Map<string, string>>, partnerId: string): Map<string, string> {
  const existing = partners.get(partnerId)
  if (existing) return existing
  const fresh = new Map<string, string>()
  partners.set(partnerId, fresh)
  return fresh
}
