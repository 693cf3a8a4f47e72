import type { DepositDeps } from '../ChainDeps.ts'
import { hashAt } from '../hashAt.ts'
import { forgetBlocksAbove, lastCommonBlock, type Reader } from '../watch/SeenBlocks.ts'
import { lockDepositWatch, moveDepositWatch, type DepositWatch } from './DepositWatch.ts'
import { listFinalDepositsSince, unblockDeposit } from './StoredDeposit.ts'
import { revertSweeps } from './Swept.ts'

/**
 * Follows a reorganisation below blocks that counted as final. Deposits whose block is gone wait for one again, sweeps
 * are booked back, and the chain is read again from where it differs from what we know.
 */
export async function revertDeposits(deps: DepositDeps, watch: DepositWatch): Promise<void> {
  const { client, database, clock, log } = deps
  const { chainId, height, blockHash } = watch
  const now = blockHash === '0x' ? undefined : await hashAt(client, height)
  if (now === undefined || now === blockHash) return
  const reader: Reader = { chainId, reader: 'deposits' }
  const common = await lastCommonBlock({ client, query: database.query }, reader, height)
  if (!common) return // The wallet's books stop for the same reason and report it.
  const final = await listFinalDepositsSince(database.query, chainId, common.number + 1n)
  const hashes = await Promise.all(
    final.map(async ({ block }) => (block ? hashAt(client, block.number) : undefined)),
  )
  const orphaned = final.filter(({ block }, index) => block && hashes[index] !== block.hash)
  const isDone = await database.transaction(async (query) => {
    if ((await lockDepositWatch(query, chainId)).blockHash !== blockHash) return false
    for (const { id } of orphaned) await unblockDeposit(query, id, 'seen')
    await revertSweeps({ query, at: clock.now() }, chainId, common.number)
    await moveDepositWatch(query, { ...watch, height: common.number, blockHash: common.hash })
    await forgetBlocksAbove(query, reader, common.number)
    return true
  })
  if (!isDone || orphaned.length === 0) return
  log.warn(
    'the chain was reorganised below deposits that were final: “owed list” names the orders that it stops',
    {
      count: orphaned.length,
      reason: `from block ${common.number + 1n} on`,
    },
  )
}
