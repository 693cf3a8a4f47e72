import type { RejectionStore } from '@cambio/exchange/payin/transfer/statement/rejectPayment.ts'
import { postJournals } from '@cambio/server/postgres/Ledger.ts'
import { orderStore } from '../order/orders.ts'
import type { StoreDeps } from '../StoreDeps.ts'
import { findPayments } from './PaymentRow.ts'

/** What rejecting a payment writes, inside a transaction. */
export function rejectionStore(deps: StoreDeps): RejectionStore {
  const { query } = deps
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
