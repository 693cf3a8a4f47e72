import type { Query } from '@cambio/server/postgres/Database.ts'
import { lockWallets } from '../ChainWallet.ts'
import { findPayout } from './ChainPayout.ts'
import { addRefusal } from './refusePayout.ts'
import { isOnChain } from './transfer.ts'

/**
 * Makes sure, inside a transaction, that a payment is never signed: signing locks the wallet's row and asks whether the
 * payment was refused.
 * @returns false where it was signed before, or where no chain carries it
 */
export async function callOffPayout(
  query: Query,
  payment: {
    readonly payoutId: string
    readonly currency: string
    readonly reason: string
    readonly at: Date
  },
): Promise<boolean> {
  if (!isOnChain(payment.currency)) return false
  const isCarried = await lockWallets(query)
  if (!isCarried || (await findPayout(query, payment.payoutId))) return false
  await addRefusal(query, payment)
  return true
}
