import { gathered } from '@cambio/server/postgres/gathered/gathered.ts'
import type { Merchant } from '../merchant/Merchant.ts'
import type { Platform } from '../Platform.ts'
import { acceptStatement, type Accepting } from './acceptStatement.ts'
import { acceptTogether, orderOf } from './acceptTogether.ts'
import { findMerchant, findMerchants } from './merchants.ts'
import { transactionsOfOrder, transactionsOfOrders, type OfOrder, type OrderKey } from './transactions.ts'

/** What a SALE asks of the database until its acquirer is asked, done for many SALEs at once by one statement. */
export type SaleStatements = {
  /** The merchant with a client_key; undefined when there is none. */
  readonly findMerchant: (clientKey: string) => Promise<Merchant | undefined>
  /** The transactions of one order_id: those not declined first, then the newest. */
  readonly transactionsOfOrder: (order: OrderKey) => Promise<readonly OfOrder[]>
  /**
   * Stores an accepted transaction. @returns the id of its card's vault record, null without one; undefined when the order
   * has a transaction already or the token is used up
   */
  readonly accept: (accepting: Accepting) => Promise<Accepted | undefined>
}

type Accepted = { readonly vaultId: string | null }

/** Each statement begins after it was asked for, so that it sees all that was committed before. */
export function saleStatements(platform: Platform): SaleStatements {
  const { query } = platform
  return {
    findMerchant: gathered<string, Merchant | undefined>({
      alone: (clientKey) => findMerchant(platform, clientKey),
      async together(clientKeys) {
        const found = await findMerchants(platform, [...new Set(clientKeys)])
        return (clientKey) => found.get(clientKey)
      },
    }),
    transactionsOfOrder: gathered<OrderKey, readonly OfOrder[]>({
      alone: ({ merchantId, orderId }) => transactionsOfOrder(query, merchantId, orderId),
      together: (orders) => transactionsOfOrders(query, orders),
    }),
    accept: gathered<Accepting, Accepted | undefined>({
      async alone(accepting) {
        const [row] = await query<{ vault_id: string | null }>(acceptStatement(accepting))
        return row && { vaultId: row.vault_id }
      },
      async together(all) {
        const accepted = await acceptTogether(query, all)
        return ({ transaction }) => (accepted.has(transaction.id) ? { vaultId: null } : undefined)
      },
      keyOf: orderOf,
      mayBeTogether: ({ usedUp, record }) => usedUp === null && record === null,
    }),
  }
}
