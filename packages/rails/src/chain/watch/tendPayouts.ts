import type { ChainSettings } from '../ChainSettings.ts'
import { lockWallet, walletKey } from '../ChainWallet.ts'
import { broadcast } from '../payout/broadcast.ts'
import type { ChainDeps } from '../payout/ChainDeps.ts'
import { addTransaction, findPayout, listSent, type ChainPayout } from '../payout/ChainPayout.ts'
import { signAgain } from '../payout/signAgain.ts'
import { receiptOf } from './findEnd.ts'

/** How long the first pay-out in the row may wait for a block before the network is offered more, milliseconds. */
const PATIENCE_MS = 60_000
/**
 * How often the network is offered more for one pay-out than it asks: ten times an eighth is three times the first offer.
 * Where it asks for more than that, it is offered what it asks, however often that was: all later pay-outs wait for this.
 */
const MOST_BUMPS = 10

/** Sees to it that the node has every pay-out that is in no block yet, and offers more for one that is stuck. */
export async function tendPayouts(deps: ChainDeps, settings: ChainSettings): Promise<void> {
  const { client, database } = deps
  const sent = await listSent(database.query, walletKey(settings))
  const receipts = await Promise.all(sent.map((payout) => receiptOf(client, payout)))
  const waiting = sent.filter((_, index) => receipts[index] === undefined)
  // One after the other, since a node takes no nonce before those below it.
  for (const payout of waiting) await broadcast({ ...deps, query: database.query }, payout)
  const [first] = waiting
  if (first && isStuck(first, deps.clock.now())) await bump(deps, settings, first)
}

/** Whether a pay-out has waited for a block long enough for the network to be offered more. */
export function isStuck({ transactions }: ChainPayout, now: Date): boolean {
  const newest = transactions.at(-1)
  return newest !== undefined && now.getTime() - newest.signedAt.getTime() >= PATIENCE_MS
}

/** Signs the next transaction of a pay-out, for a higher fee. All its transactions are kept. */
async function bump(deps: ChainDeps, settings: ChainSettings, stuck: ChainPayout): Promise<void> {
  const { client, database, clock, log } = deps
  const estimate = await client.estimateFeesPerGas()
  const offered = stuck.transactions.at(-1)?.maxFeePerGas ?? 0n
  if (stuck.transactions.length > MOST_BUMPS && estimate.maxFeePerGas <= offered) return
  const key = walletKey(settings)
  const isSigned = await database.transaction(async (query) => {
    await lockWallet(query, key)
    const payout = await findPayout(query, stuck.payoutId)
    const newest = payout?.transactions.at(-1)
    if (!payout || !newest || payout.state !== 'sent' || newest.number !== stuck.transactions.length)
      return false
    const transaction = await signAgain(settings, payout, { fees: estimate, at: clock.now() })
    await addTransaction(query, payout.payoutId, transaction)
    return true
  })
  if (!isSigned) return
  log.info('a pay-out is stuck, and the network is offered more', { eventId: stuck.payoutId })
  const payout = await findPayout(database.query, stuck.payoutId)
  if (payout) await broadcast({ ...deps, query: database.query }, payout)
}
