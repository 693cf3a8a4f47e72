import { join } from 'node:path'
import type { BankAccount } from '@cambio/exchange/payin/transfer/TransferRail.ts'
import type { Rail } from '../Rail.ts'
import { orderPayment } from './BankPayments.ts'

/** The tables of the bank's lines and of what it is asked to pay. */
export const sepaMigrations = join(import.meta.dirname, 'sepa')

/** Money by bank transfer, by the files that a bank and its customer exchange. */
export function sepaRail(account: BankAccount): Rail {
  return {
    payoutWays: [],
    open: ({ database: { query }, clock }) => ({
      transfer: {
        account,
        refund: (payment) => orderPayment({ query, now: () => clock.now() }, payment),
      },
    }),
  }
}
