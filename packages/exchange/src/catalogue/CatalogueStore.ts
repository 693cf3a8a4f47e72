import type { CatalogueChange } from './CatalogueChange.ts'

/** A change with what held before it, and who made it. */
export type Recorded = CatalogueChange & {
  /** The value at that time without this change. */
  readonly valueBefore: string
  readonly madeBy: string
  /** Why it was made; null where no reason was given. */
  readonly reason: string | null
  readonly madeAt: Date
}

/** What one transaction may do while no other changes the catalogue. */
export type LockedCatalogue = {
  /** Every change of a setting, in the order in which they take effect. */
  changes(): Promise<CatalogueChange[]>
}

export type CatalogueStore = {
  lock<Result>(work: (locked: LockedCatalogue) => Promise<Result>): Promise<Result>
}
