import type { ExportedPayments } from '@cambio/exchange/operator/bank/importStatusReport.ts'
import type { PaymentFiles, Purpose } from '@cambio/exchange/operator/bank/PaymentFiles.ts'
import { duePayments, paymentsInFiles, paymentsOf, assignToFile } from '@cambio/rails/sepa/BankPayments.ts'
import { objectionToPayment } from '@cambio/rails/sepa/objectionToPayment.ts'
import type { Query } from '@cambio/server/postgres/Database.ts'
import { MISMATCHED_LINES } from '../bank/mismatchedLines.ts'

/** Payments that a bank is asked for, inside a transaction. */
export function paymentFiles(query: Query): PaymentFiles {
  return {
    due: () => duePayments(query),
    inDoubt: () =>
      query<Purpose>({
        name: 'bank_payment_in_doubt',
        text: `
          select p.order_id as "orderId", p.transfer_number as "transferNumber", p.iban ${MISMATCHED_LINES}
            and p.state = 'rejected'`,
        values: [],
      }),
    take: (file, ids) => assignToFile(query, file, ids),
    objectionTo: objectionToPayment,
    ofFile: (fileId) => paymentsOf(query, fileId),
  }
}

/** Payments that files have had, inside a transaction. */
export function exportedPayments(query: Query): ExportedPayments {
  return {
    inFiles: (wanted) => paymentsInFiles(query, wanted),
    async keepStatuses(statuses) {
      await query({
        name: 'bank_payment_status',
        text: `
          update bank_payment p set bank_status = said.code
          from unnest($1::text[], $2::text[]) as said (id, code) where p.id = said.id and p.state = 'exported'`,
        values: [statuses.map(({ id }) => id), statuses.map(({ code }) => code)],
      })
    },
  }
}
