import type { ChainDeps } from '../ChainDeps.ts'
import { broadcast } from '../payout/broadcast.ts'
import type { ChainPayout } from '../payout/ChainPayout.ts'
import { receiptOf } from './findEnd.ts'

/**
 * Makes sure that the node has those of a wallet's pay-outs that are in no block yet.
 * @param sent by nonce
 * @returns those that wait for a block, and whether the node refused any of them
 */
export async function broadcastWaiting(
  deps: ChainDeps,
  sent: readonly ChainPayout[],
): Promise<{ readonly waiting: readonly ChainPayout[]; readonly isRefused: boolean }> {
  const { client, database } = deps
  const receipts = await Promise.all(sent.map((payout) => receiptOf(client, payout)))
  const waiting = sent.filter((_, index) => receipts[index] === undefined)
  const refusals: (string | null)[] = []
  // One after the other, since a node accepts no nonce before the lower ones.
  for (const payout of waiting) refusals.push(await broadcast({ ...deps, query: database.query }, payout))
  return { waiting, isRefused: refusals.some((refusal) => refusal !== null) }
}
