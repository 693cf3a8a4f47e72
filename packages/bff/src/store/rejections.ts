import {
  rejectPayment,
  type Rejected,
  type Rejection,
  type RejectionHold,
} from '@cambio/exchange/payin/transfer/statement/rejectPayment.ts'
import type { Query } from '@cambio/server/postgres/Database.ts'
import { postJournals } from '@cambio/server/postgres/Ledger.ts'
import { orderStore } from './orders.ts'
import { findPayments } from './PaymentRow.ts'
import { within, type StoreDeps } from './StoreDeps.ts'

/** Rejects a payment in a transaction of its own. @param rejection.isUnasked as rejectPayment has it */
export function rejectInStore(
  deps: StoreDeps,
  rejection: Rejection & { isUnasked?: boolean },
): Promise<Rejected> {
  return deps.transaction((query) => {
    const inside = within(deps, query)
    return rejectPayment(inside, holdOf(inside, query), rejection)
  })
}

function holdOf(deps: StoreDeps, query: Query): RejectionHold {
  return {
    orders: orderStore(deps),
    payments: (ids) => findPayments(query, ids),
    post: (journals) => postJournals(query, journals, deps.now()),
    async rejected({ id, reason, by }) {
      await query({
        name: 'bank_payment_rejected',
        text: `
          update bank_payment set state = 'rejected', rejected_at = $2, rejected_by = $3, reject_reason = $4
          where id = $1`,
        values: [id, deps.now(), by, reason],
      })
    },
  }
}

/** Keeps what the bank said of payments that it goes on with. */
export async function keepStatuses(
  query: Query,
  statuses: readonly { readonly id: string; readonly code: string }[],
): Promise<void> {
  await query({
    name: 'bank_payment_status',
    text: `
      update bank_payment p set bank_status = said.code
      from unnest($1::text[], $2::text[]) as said (id, code) where p.id = said.id and p.state = 'exported'`,
    values: [statuses.map(({ id }) => id), statuses.map(({ code }) => code)],
  })
}
