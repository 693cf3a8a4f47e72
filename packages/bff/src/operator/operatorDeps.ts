import type { OperatorDeps } from '@cambio/exchange/operator/act.ts'
import type { Mode } from '@cambio/exchange/payout/destination.ts'
import type { Query } from '@cambio/server/postgres/Database.ts'
import { payoutRecalls } from '../program/rails.ts'
import { actStore } from '../store/acts.ts'
import { readSnapshot } from '../store/catalogue.ts'
import { sanctionsStore } from '../store/sanctions.ts'
import { within, type StoreDeps } from '../store/StoreDeps.ts'
import { storesOf } from '../store/stores.ts'

/** Everything that the operator's verbs work on, in one transaction. */
type OperatorParts = Awaited<ReturnType<typeof partsIn>>

/** Lets the operator's verbs work on this exchange. */
export function operatorDeps(deps: StoreDeps & { readonly mode: Mode }): OperatorDeps<OperatorParts> {
  return {
    transaction: (work) =>
      deps.transaction(async (query) => {
        const parts = await partsIn(deps, query)
        return work({ ...parts, acts: actStore(parts) })
      }),
  }
}

async function partsIn(deps: StoreDeps & { readonly mode: Mode }, query: Query) {
  const inside = within(deps, query)
  return {
    ...inside,
    ...storesOf(inside),
    sanctionsList: sanctionsStore(inside),
    recalls: await payoutRecalls(query),
    readCatalogue: () => readSnapshot(query, { at: deps.now(), mode: deps.mode }),
  }
}
