import type { ChainDeps } from '../ChainDeps.ts'
import type { ChainSettings } from '../ChainSettings.ts'
import { FEES, lockWallet, walletKey, type ChainWallet } from '../ChainWallet.ts'
import { broadcast } from '../payout/broadcast.ts'
import {
  addTransaction,
  findPayout,
  isGivenUp,
  listSent,
  type ChainPayout,
  type SignedTransaction,
} from '../payout/ChainPayout.ts'
import { signAgain } from '../payout/signAgain.ts'
import { enoughForFees, tooLowForFees } from '../payout/tooLow.ts'
import { COIN } from '../payout/transfer.ts'
import { broadcastWaiting } from './broadcastWaiting.ts'

/** How long the first pay-out by nonce may wait for a block before its fee is raised, milliseconds. */
const PATIENCE_MS = 60_000
/**
 * How often the fee of one pay-out is raised above what the network asks: ten times by an eighth makes three times the
 * first offer. Where the network asks for more than that, it is offered what it asks, any number of times, since all
 * later pay-outs wait for this one.
 */
const MOST_BUMPS = 10

/**
 * Sends the node every pay-out that is in no block yet, and raises the fee of one that is stuck. Warns the operator
 * where the wallet holds too little for that.
 */
export async function advancePayouts(
  deps: ChainDeps,
  settings: ChainSettings,
  wallet: ChainWallet,
): Promise<void> {
  const balance = await lackingOf(deps, settings, await listSent(deps.database.query, wallet))
  if (balance !== null) await tooLowForFees(deps, settings, balance)
  else if (wallet.tooLow[FEES] !== undefined) await enoughForFees(deps, settings)
}

/** Sends pending pay-outs to the node. @returns the wallet's balance of the chain's own coin where it is too low */
async function lackingOf(
  deps: ChainDeps,
  settings: ChainSettings,
  sent: readonly ChainPayout[],
): Promise<bigint | null> {
  const { client, clock } = deps
  const { waiting, isRefused } = await broadcastWaiting(deps, sent)
  const [first] = waiting
  if (!first || !(isRefused || isStuck(first, clock.now()))) return null
  const balance = await client.getBalance({ address: settings.keys.hotWallet.address })
  if (isRefused && balance < waiting.reduce((sum, payout) => sum + mostOf(payout), 0n)) return balance
  return isStuck(first, clock.now()) && !(await bump(deps, settings, { stuck: first, balance }))
    ? balance
    : null
}

/** The most of the chain's own coin that the newest transaction of a pay-out takes from the wallet. */
function mostOf(
  payout: ChainPayout,
  newest: Pick<SignedTransaction, 'maxFeePerGas'> | undefined = payout.transactions.at(-1),
): bigint {
  const moved = payout.currency === COIN && !isGivenUp(payout) ? payout.units : 0n
  return moved + payout.gas * (newest?.maxFeePerGas ?? 0n)
}

/** Whether a pay-out has waited for a block long enough to raise its fee. */
export function isStuck({ transactions }: ChainPayout, now: Date): boolean {
  const newest = transactions.at(-1)
  return newest !== undefined && now.getTime() - newest.signedAt.getTime() >= PATIENCE_MS
}

/**
 * Signs the next transaction of a pay-out for a higher fee. All its transactions are stored.
 * @returns false where the wallet holds too little for it, so that nothing was signed
 */
async function bump(
  deps: ChainDeps,
  settings: ChainSettings,
  { stuck, balance }: { readonly stuck: ChainPayout; readonly balance: bigint },
): Promise<boolean> {
  const { client, database, clock, log } = deps
  const estimate = await client.estimateFeesPerGas()
  const offered = stuck.transactions.at(-1)?.maxFeePerGas ?? 0n
  if (stuck.transactions.length > MOST_BUMPS && estimate.maxFeePerGas <= offered) return true
  const key = walletKey(settings)
  const outcome = await database.transaction(async (query): Promise<'signed' | 'too_low' | 'changed'> => {
    await lockWallet(query, key)
    const payout = await findPayout(query, stuck.payoutId)
    const newest = payout?.transactions.at(-1)
    if (!payout || !newest || payout.state !== 'sent' || newest.number !== stuck.transactions.length)
      return 'changed'
    const transaction = await signAgain(settings, payout, { fees: estimate, at: clock.now() })
    if (balance < mostOf(payout, transaction)) return 'too_low'
    await addTransaction(query, payout.payoutId, transaction)
    return 'signed'
  })
  if (outcome !== 'signed') return outcome === 'changed'
  log.info('a pay-out is stuck, and the network is offered more', { eventId: stuck.payoutId })
  const payout = await findPayout(database.query, stuck.payoutId)
  if (payout) await broadcast({ ...deps, query: database.query }, payout)
  return true
}
