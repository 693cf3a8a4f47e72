import type { PayoutRecall } from '@cambio/exchange/payout/PayoutRecall.ts'
import type { Query } from '@cambio/server/postgres/Database.ts'
import { callOffPayment } from './BankPayments.ts'

/** Calls off what is paid out by bank transfer, as long as no file has had it. */
export function sepaRecall(query: Query): PayoutRecall {
  return {
    group: 'sepa',
    callOff: ({ payoutId: id, orderId, amount, address: iban }, { at }) =>
      callOffPayment(query, { id, orderId, amount, iban, at }),
  }
}
