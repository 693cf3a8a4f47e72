import { reversed } from '@cambio/exchange/books/Journal.ts'
import { postJournals } from '@cambio/server/postgres/Ledger.ts'
import type { ChainDeps } from '../ChainDeps.ts'
import type { ChainSettings } from '../ChainSettings.ts'
import { lockWallet, moveHeight, walletKey, type ChainWallet } from '../ChainWallet.ts'
import { hashAt } from '../hashAt.ts'
import { addTransaction, isGivenUp, listFinalSince, markUnderWay } from '../payout/ChainPayout.ts'
import { signCancellation } from '../payout/signAgain.ts'
import { incomeJournal } from './followBlocks.ts'
import { incomeSince, removeIncome } from './Income.ts'
import { feeJournal } from './payoutEnds.ts'
import { forgetBlocksAbove, lastCommonBlock, type Reader } from './SeenBlocks.ts'

/**
 * Follows a reorganisation below blocks that counted as final. What was booked from blocks that are gone is booked
 * back, their pay-outs are under way again, and the books continue from the last common block, so that the new blocks
 * are read. A pay-out that had arrived is sent again with its bytes. One that had moved nothing is abandoned: its money
 * may have been refunded or paid by another pay-out, so a transaction that moves nothing uses its nonce. That
 * transaction is signed in this database transaction, so that at no moment a process sends the payment again.
 * @returns why nothing can continue, where the node has none of the blocks that we know
 */
export async function followReorganisation(
  deps: ChainDeps,
  settings: ChainSettings,
  wallet: ChainWallet,
): Promise<string | null> {
  const { client, database, clock, log } = deps
  const { height, blockHash } = wallet
  const key = walletKey(settings)
  const reader: Reader = { chainId: settings.chainId, reader: key.address }
  const common = await lastCommonBlock({ client, query: database.query }, reader, height)
  if (!common) return NOTHING_IN_COMMON
  const isGone = async (block: { blockNumber: bigint | null; blockHash: string | null }) =>
    block.blockNumber !== null && (await hashAt(client, block.blockNumber)) !== block.blockHash
  const since = common.number + 1n
  const payouts = await filtered(await listFinalSince(database.query, key, since), isGone)
  const income = await filtered(await incomeSince(database.query, key, since), isGone)
  const offer = { fees: await client.estimateFeesPerGas(), at: clock.now() }
  const isDone = await database.transaction(async (query) => {
    if ((await lockWallet(query, key)).blockHash !== blockHash) return false
    for (const payout of payouts) {
      const { payoutId, timesFinal, feeUnits } = payout
      await markUnderWay(query, payoutId)
      if (payout.state !== 'done' && !isGivenUp(payout))
        await addTransaction(query, payoutId, await signCancellation(settings, payout, offer))
      if (feeUnits === null) continue // Someone else's transaction used its nonce: there was no fee.
      const fee = feeJournal({ payoutId, times: timesFinal, units: feeUnits })
      await postJournals(query, [reversed(fee, `${fee.id}:back`, 'network_back')], clock.now())
    }
    for (const each of income) {
      const journal = incomeJournal(each)
      await postJournals(query, [reversed(journal, `${journal.id}:back`, 'refill_back')], clock.now())
      await removeIncome(query, each.id)
    }
    await moveHeight(query, key, common)
    await forgetBlocksAbove(query, reader, common.number)
    return true
  })
  if (isDone)
    log.warn('the chain was reorganised below final blocks: “chain reconcile” compares the books with it', {
      count: payouts.length,
      reason: `from block ${since} on`,
    })
  return null
}

const NOTHING_IN_COMMON =
  'The node has none of the last blocks that are in the books: it is on another chain, or far behind on its own.'

async function filtered<Item>(
  items: readonly Item[],
  isStillThere: (item: Item) => Promise<boolean>,
): Promise<Item[]> {
  const answers = await Promise.all(items.map(isStillThere))
  return items.filter((_, index) => answers[index])
}
