import type { OperatorDeps } from '@cambio/exchange/operator/act.ts'
import type { Mode } from '@cambio/exchange/payout/destination.ts'
import type { Query } from '@cambio/server/postgres/Database.ts'
import { postJournals } from '@cambio/server/postgres/Ledger.ts'
import { payoutRecalls } from '../program/rails/railEntries.ts'
import { actStore } from '../store/acts.ts'
import { rejectionStore } from '../store/bank/rejections.ts'
import { catalogueStore, readSnapshot } from '../store/catalogue.ts'
import { couponBook } from '../store/coupon/couponBook.ts'
import { wakeWaiting } from '../store/departures.ts'
import { bankLines } from '../store/operator/bankLines.ts'
import { cardMoves } from '../store/operator/cardMoves.ts'
import { endpointWrites } from '../store/operator/endpointWrites.ts'
import { givenUpCallbacks } from '../store/operator/givenUpCallbacks.ts'
import { partnerMoves } from '../store/operator/partnerMoves.ts'
import { partnerWrites } from '../store/operator/partnerWrites.ts'
import { exportedPayments, paymentFiles } from '../store/operator/paymentFiles.ts'
import { reviewDecisions } from '../store/operator/reviewDecisions.ts'
import { importedSanctions, sanctionsStore } from '../store/sanctions.ts'
import { within, type StoreDeps } from '../store/StoreDeps.ts'
import { storesOf } from '../store/stores.ts'

type Deps = StoreDeps & { readonly mode: Mode }

/** The ports of the operator's verbs, in one transaction. */
export type OperatorParts = ReturnType<typeof partsIn>

/** The deps of the operator's verbs on this exchange. */
export function operatorDeps(deps: Deps): OperatorDeps<OperatorParts> {
  return {
    transaction: (work) =>
      deps.transaction(async (query) => {
        const parts = partsIn(deps, query)
        return work({ ...parts, acts: actStore(parts) })
      }),
  }
}

function partsIn(deps: Deps, query: Query) {
  const inside = within(deps, query)
  return {
    ...inside,
    ...storesOf(inside),
    sanctionsList: sanctionsStore(inside),
    recalls: payoutRecalls(query),
    readCatalogue: () => readSnapshot(query, { at: deps.now(), mode: deps.mode }),
    post: (journals: Parameters<typeof postJournals>[1]) => postJournals(query, journals, deps.now()),
    lines: bankLines(inside),
    paymentFiles: paymentFiles(query),
    exportedPayments: exportedPayments(query),
    rejections: rejectionStore(inside),
    partnerWrites: partnerWrites(inside),
    moves: partnerMoves(inside),
    cardMoves: cardMoves(inside),
    reviewDecisions: reviewDecisions(inside),
    endpoints: endpointWrites(inside),
    givenUp: givenUpCallbacks(inside),
    importedSanctions: importedSanctions(inside),
    catalogueStore: catalogueStore(inside),
    couponBook: couponBook(inside),
    wakeWaiting: async () => {
      await query(wakeWaiting(deps.now()))
    },
    mode: deps.mode,
  }
}
