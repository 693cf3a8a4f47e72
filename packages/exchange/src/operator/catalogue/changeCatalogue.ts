import type { CatalogueChange } from '../../catalogue/CatalogueChange.ts'
import type { CatalogueStore, Recorded } from '../../catalogue/CatalogueStore.ts'
import { isUnverifiedCap } from '../../catalogue/liveSnapshot.ts'
import {
  changesOf,
  faultsWith,
  unreadableIn,
  valueAt,
  type Dated,
  type Proposal,
} from '../../catalogue/Proposal.ts'
import type { Mode } from '../../payout/destination.ts'
import { act, type DoneAct, type OperatorDeps, type Outcome, type ByOptionalReason } from '../act.ts'

/** What a change of the catalogue reads and writes, in one transaction. */
export type CatalogueParts = {
  readonly catalogueStore: CatalogueStore
  readonly now: () => Date
  readonly mode: Mode
}

/** Nothing was changed. Each sentence says what is wrong and, where possible, what to do. */
export type Faulty = {
  readonly is: 'refused'
  readonly code: 'faulty'
  readonly faults: readonly string[]
}

/**
 * Changes what the exchange sells and at what price. All of it is refused when a value cannot be read, when it would
 * take effect in the past, when it lets unverified clients pay in in live without a reason, or when the catalogue would
 * be faulty at any later time, planned changes included.
 */
export function changeCatalogue(
  deps: OperatorDeps<CatalogueParts>,
  { actor, reason, ...proposal }: ByOptionalReason & Proposal,
): Promise<Outcome<readonly Recorded[], Faulty>> {
  const by = { actor, reason }
  return act(deps, by, (parts) => changeWithin(parts, proposal, by))
}

/** Changes the catalogue within an act that is already under way. */
export async function changeWithin(
  { catalogueStore, now, mode }: CatalogueParts,
  proposal: Proposal,
  by: ByOptionalReason,
): Promise<DoneAct<readonly Recorded[]> | Faulty> {
  const madeAt = now()
  const dated: Dated = { ...proposal, effectiveAt: proposal.effectiveAt ?? madeAt }
  const unreadable = unreadableIn(proposal)
  if (unreadable.length > 0) return faulty(unreadable)
  const unexplained = unexplainedIn(proposal, { mode, reason: by.reason })
  if (unexplained.length > 0) return faulty(unexplained)
  if (dated.effectiveAt < madeAt)
    return faulty(['A change takes effect now or later: prices that were quoted stay.'])
  return catalogueStore.lock(async (locked) => {
    const before = await locked.changes()
    const faults = faultsWith(before, dated, mode)
    return faults.length > 0 ? faulty(faults) : changed(recordedOf({ before, dated, madeAt, mode, by }))
  })
}

function recordedOf(change: {
  readonly before: readonly CatalogueChange[]
  readonly dated: Dated
  readonly madeAt: Date
  readonly mode: Mode
  readonly by: ByOptionalReason
}): Recorded[] {
  const { before, dated, madeAt, mode, by } = change
  return changesOf(dated).map((each) => ({
    ...each,
    valueBefore: valueAt(before, each, mode),
    madeBy: by.actor,
    reason: by.reason,
    madeAt,
  }))
}

function changed(changes: readonly Recorded[]): DoneAct<readonly Recorded[]> {
  return { is: 'done', done: changes, act: 'set', about: { is: 'catalogue', changes } }
}

function faulty(faults: readonly string[]): Faulty {
  return { is: 'refused', code: 'faulty', faults }
}

/** Each cap by which live would let unverified clients pay in without a stated reason. */
function unexplainedIn(
  { values }: Proposal,
  { mode, reason }: { readonly mode: Mode; readonly reason: string | null },
): string[] {
  if (mode === 'sandbox' || reason !== null) return []
  return [...values].flatMap(([name, value]) =>
    isUnverifiedCap(name) && value !== null && value !== '0'
      ? [
          `${name} lets somebody pay in of whom nothing is verified: say why with --reason. Nothing was changed.`,
        ]
      : [],
  )
}
