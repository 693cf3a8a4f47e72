import { chainClient } from '@cambio/rails/chain/chainClient.ts'
import { listWallets } from '@cambio/rails/chain/ChainWallet.ts'
import { unknownSent, type UnknownSent } from '@cambio/rails/chain/payout/unknownSent.ts'
import type { Query } from '@cambio/server/postgres/Database.ts'
import { ordersWaitingFor, type WaitingOrder } from '../ordersWaitingFor.ts'

/** A transaction of the wallet that is not stored here, with the orders that still have to pay its payee. */
export type UnknownTransaction = UnknownSent & { readonly waiting: readonly WaitingOrder[] }

/** About three days of Ethereum's blocks. */
const BLOCKS = 20_000

/**
 * The transactions that the wallet sent and that are not stored here, as after a restore; none from before the exchange
 * first used the chain.
 * @param asked.blocks how many of the last blocks to read at most
 * @returns undefined where the node does not know a block that it must have
 * @throws Error when the node does not answer
 */
export async function unknownTransactions(
  query: Query,
  {
    chainUrl,
    blocks = BLOCKS,
  }: { readonly chainUrl: string | undefined; readonly blocks?: number | undefined },
): Promise<{ readonly transactions: readonly UnknownTransaction[]; readonly missing: number } | undefined> {
  const [wallet] = await listWallets(query)
  const url = wallet?.url ?? chainUrl
  if (!wallet || url === undefined) return { transactions: [], missing: 0 }
  const unknown = await unknownSent({ query, client: chainClient(url) }, wallet, blocks)
  if (!unknown) return undefined
  const transactions: UnknownTransaction[] = []
  for (const each of unknown.sent) {
    const { to, amount } = each
    const waiting = to !== null && amount ? await ordersWaitingFor(query, { to, amount }) : []
    transactions.push({ ...each, waiting })
  }
  return { transactions, missing: unknown.missing }
}
