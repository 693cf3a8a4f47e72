import { hashAt } from '../hashAt.ts'
import type { DepositDeps } from './DepositDeps.ts'
import { lockDepositWatch, moveDepositWatch, type DepositWatch } from './DepositWatch.ts'
import { listFinalDepositsSince, unblockDeposit } from './KeptDeposit.ts'

/** How far back a reorganisation is looked for. */
const DEEPEST = 256n

/**
 * After a reorganisation that reached below blocks which counted as final: deposits whose block is gone wait for one
 * again, and the chain is read anew from the last block that is still there.
 */
export async function takeBackDeposits(deps: DepositDeps, watch: DepositWatch): Promise<void> {
  const { client, database, log } = deps
  const { chainId, height, blockHash } = watch
  if (blockHash === '0x' || (await hashAt(client, height)) === blockHash) return
  const oldest = height > DEEPEST ? height - DEEPEST : 0n
  const final = await listFinalDepositsSince(database.query, chainId, oldest)
  const hashes = await Promise.all(
    final.map(async ({ block }) => (block ? hashAt(client, block.number) : undefined)),
  )
  const gone = final.filter(({ block }, index) => block && hashes[index] !== block.hash)
  const lowest = gone.reduce(
    (least, { block }) => (block && block.number <= least ? block.number - 1n : least),
    height - 1n,
  )
  const hash = await hashAt(client, lowest)
  if (hash === undefined) return // The node has not caught up: it is looked at again.
  await database.transaction(async (query) => {
    if ((await lockDepositWatch(query, chainId)).blockHash !== blockHash) return
    for (const { id } of gone) await unblockDeposit(query, id, 'seen')
    await moveDepositWatch(query, { ...watch, height: lowest, blockHash: hash })
  })
  if (gone.length === 0) return
  log.warn('the chain was reorganised below deposits that were final', {
    count: gone.length,
    reason: `from block ${lowest + 1n} on`,
  })
}
