import type { PayoutRecall } from '@cambio/exchange/payout/PayoutRecall.ts'
import type { Query } from '@cambio/server/postgres/Database.ts'
import { callOffPayment } from './BankPayments.ts'

/** Calls off pay-outs by bank transfer while they are in no file. */
export function sepaRecall(query: Query): PayoutRecall {
  return {
    group: 'sepa',
    callOff: ({ payoutId: id, orderId, amount, address: iban }, { at }) =>
      callOffPayment(query, { id, orderId, amount, iban, at }),
  }
}
