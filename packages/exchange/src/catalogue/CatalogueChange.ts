import type { Mode } from '../payout/destination.ts'
import type { Snapshot } from './Catalogue.ts'
import { snapshotOf, type AllTexts } from './snapshotOf.ts'

/** One thing the operator set, for everybody or for one partner. */
export type CatalogueChange = {
  readonly partnerId: string | null
  /** A setting's name. */
  readonly name: string
  /** null takes back what was set: what holds for everybody holds for the partner again, or the standard for everybody. */
  readonly value: string | null
  readonly effectiveAt: Date
}

/** What was set by the changes that are in effect at a time, given in the order in which they take effect. */
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

/** The snapshot that holds at a time. */
export function snapshotAt(changes: readonly CatalogueChange[], at: Date, mode: Mode): Snapshot {
  return snapshotOf(textsAt(changes, at), mode)
}

/** Changes in the order in which they take effect; of two at the same time the later written is the later one. */
export function inOrder<Each extends CatalogueChange>(written: readonly Each[]): Each[] {
  return written.toSorted((one, other) => one.effectiveAt.getTime() - other.effectiveAt.getTime())
}

/** When something changes after a time, each time once, in order. */
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
