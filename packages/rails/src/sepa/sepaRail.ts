import { join } from 'node:path'
import type { BankAccount, TransferRail } from '@cambio/exchange/payin/transfer/TransferRail.ts'
import type { PayoutRail, PayoutState } from '@cambio/exchange/payout/PayoutRail.ts'
import type { Query } from '@cambio/server/postgres/Database.ts'
import type { Rail } from '../Rail.ts'
import { orderPayment, paymentStateOf } from './BankPayments.ts'

/** The tables of bank lines and of ordered payments. */
export const sepaMigrations = join(import.meta.dirname, '../migrations/sepa')

/** Bank transfers in both directions, by the files that a bank and its customer exchange. */
export function sepaRail(account: BankAccount, { paysOut }: { paysOut: boolean }): Rail {
  return {
    name: 'bank',
    payinWays: [{ group: 'sepa', networks: 'any' }],
    payoutWays: paysOut ? [{ group: 'sepa', networks: 'any' }] : [],
    open({ database: { query }, clock }) {
      const deps = { query, now: () => clock.now() }
      return { transfer: transferRail(deps, account), payout: payoutRail(deps) }
    },
  }
}

type Deps = { query: Query; now: () => Date }

function transferRail(deps: Deps, account: BankAccount): TransferRail {
  return {
    account,
    refund: ({ id, orderId, number, amount, name, iban }) =>
      orderPayment(deps, {
        id,
        orderId,
        transferNumber: number,
        amount,
        name: name ?? '',
        iban,
        remittance: `Refund ${orderId}`,
      }),
  }
}

/** Pays out with the next file. Only a statement says that the money left, or that it was returned. */
function payoutRail(deps: Deps): PayoutRail {
  const getStatus = async (payoutId: string) => stateOf(payoutId, await paymentStateOf(deps.query, payoutId))
  return {
    getStatus,
    async send({ payoutId: id, orderId, amount, address: iban, payee }) {
      const name = payee ?? ''
      await orderPayment(deps, { id, orderId, transferNumber: null, amount, name, iban, remittance: orderId })
      return getStatus(id)
    },
  }
}

function stateOf(id: string, state: Awaited<ReturnType<typeof paymentStateOf>>): PayoutState {
  switch (state) {
    case undefined:
      return { is: 'absent' }
    case 'due':
      return { is: 'unknown', why: 'It leaves with the next payment file' }
    case 'called_off':
      return { is: 'refused', reason: 'It was called off before a payment file had it' }
    case 'exported':
      return { is: 'unknown', why: 'The bank has not said that it left' }
    case 'rejected':
      return { is: 'unknown', why: 'The bank did not take it' }
    case 'sent':
      return { is: 'confirmed', txid: id }
    case 'returned':
      return { is: 'failed', reason: 'The transfer came back' }
  }
}
