import { TransactionNotFoundError, type Hash } from 'viem'
import type { ChainClient } from '../chainClient.ts'
import type { DepositDeps } from '../ChainDeps.ts'
import type { ChainSettings } from '../ChainSettings.ts'
import { hashAt } from '../hashAt.ts'
import { inStep, type ReadingPace } from '../Pace.ts'
import { keepBlock } from '../watch/SeenBlocks.ts'
import { bookFunding } from './bookFunding.ts'
import { bookSweeps } from './bookSweeps.ts'
import {
  addDepositWatch,
  findDepositWatch,
  lockDepositWatch,
  moveDepositWatch,
  type DepositWatch,
} from './DepositWatch.ts'
import { transfersIn, transfersWaiting } from './findTransfers.ts'
import { readBlocks, type RecentBlocks } from './readBlocks.ts'
import { revertDeposits } from './revertDeposits.ts'
import {
  keepDeposit,
  listChangedOrders,
  listSeenDeposits,
  markFiled,
  unblockDeposit,
  type IncomingTransfer,
} from './StoredDeposit.ts'

/** The node's last block, and when it was asked for. Deposits that arrived later may not have been seen. */
type Head = { readonly head: bigint; readonly askedAt: Date }

/** Dependencies of a watcher, and what it remembers about the chain's end from one look to the next. */
export type Watching = DepositDeps & { readonly recent: RecentBlocks; readonly pace: ReadingPace }

/**
 * Looks for deposits from the last block that is final and was read, up to the node's last block and its pending
 * transactions. Everything above the final block is read at each look, so that changes by a reorganisation are seen.
 */
export async function watchDeposits(deps: Watching, settings: ChainSettings, at: Head): Promise<void> {
  const { query } = deps.database
  for (let isMore = true; isMore;) {
    const watch = await findDepositWatch(query, settings.chainId)
    if (!watch) return begin(deps, settings, at)
    await revertDeposits(deps, watch)
    isMore = await inStep(deps.pace.steps, (blocks) => look(deps, settings, { ...at, blocks }))
  }
  await bookSweeps(deps, settings)
  for (const orderId of await listChangedOrders(query)) await fileNotices(deps, orderId)
}

/** Files a notice that an order's deposits changed, and marks their changes as filed, both in one transaction. */
async function fileNotices({ database, inbox }: DepositDeps, orderId: string): Promise<void> {
  await database.transaction(async (query) => {
    await markFiled(query, orderId)
    await inbox.file({ source: 'chain', reference: orderId })
  })
}

/** Begins the watch. We have no address yet, so no deposit arrived before this. */
async function begin(
  { database, client }: DepositDeps,
  settings: ChainSettings,
  { head, askedAt }: Head,
): Promise<void> {
  const { chainId } = settings
  const height = finalOf(settings, head)
  const hash = await hashAt(client, height)
  const watch = { chainId, height, blockHash: hash ?? '0x', head, lookedAt: askedAt } as const
  await addDepositWatch(database.query, watch)
  if (hash) await keepBlock(database.query, { chainId, reader: 'deposits' }, { number: height, hash })
}

function finalOf({ confirmations }: ChainSettings, head: bigint): bigint {
  const final = head - BigInt(confirmations - 1)
  return final > 0n ? final : 0n
}

/** Reads the next blocks. @returns whether there are more */
async function look(
  deps: Watching,
  settings: ChainSettings,
  { head, askedAt, blocks: atOnce }: Head & { readonly blocks: bigint },
): Promise<boolean> {
  const { client, database, clock, recent, pace } = deps
  const { chainId } = settings
  const watch = await findDepositWatch(database.query, chainId)
  if (!watch) return false
  const final = finalOf(settings, head)
  // Blocks above the last final one are read along with it: in steps smaller than their number they would never be
  // reached.
  const to = final <= watch.height + atOnce ? head : watch.height + atOnce
  const isAtHead = to === head
  const height = final < to ? final : to
  const blocks = await readBlocks(
    { client, settings, recent, logsPace: pace.logs },
    { from: watch.height + 1n, to, final },
  )
  if (!blocks) return false // The chain changed while it was read, or the node lacks a part: the next look repeats it.
  const hash = blocks.find(({ number }) => number === height)?.hash ?? (await hashAt(client, height))
  const asking = { client, query: database.query, settings }
  const read = await transfersIn(asking, blocks)
  const minedTxids = new Set(read.map(({ txid }) => txid))
  const waiting = isAtHead ? (await transfersWaiting(asking)).filter(({ txid }) => !minedTxids.has(txid)) : []
  const isRead: IsRead = ({ number, hash: its }) =>
    number <= watch.height || blocks.some((block) => block.hash === its)
  const missing = isAtHead ? await missingOf(deps, watch, { transfers: [...read, ...waiting], isRead }) : []
  // If another chain replaced this one meanwhile, what was read would count as final under the new hash.
  if ((await hashAt(client, height)) !== hash) return false
  const blockHash = hash ?? '0x'
  await database.transaction(async (query) => {
    const locked = await lockDepositWatch(query, chainId)
    if (locked.height !== watch.height || locked.blockHash !== watch.blockHash) return
    for (const transfer of [...read, ...waiting]) {
      const isFinal = transfer.block !== null && transfer.block.number <= height
      await keepDeposit(query, { chainId, isFinal }, transfer)
      if (isFinal) await bookFunding({ query, at: clock.now() }, transfer)
    }
    for (const { id, state } of missing) await unblockDeposit(query, id, state)
    if (height < watch.height) return
    // Until all blocks are read, no deposit of the time since then has been seen.
    const lookedAt = isAtHead ? askedAt : watch.lookedAt
    await moveDepositWatch(query, { chainId, height, blockHash, head: to, lookedAt })
    if (hash) await keepBlock(query, { chainId, reader: 'deposits' }, { number: height, hash })
  })
  return !isAtHead
}

/**
 * Deposits that were seen but are in none of the blocks read: they wait for a block, or are gone. A deposit whose
 * transaction is in such a block failed and moved nothing.
 */
async function missingOf(
  { client, database }: DepositDeps,
  { chainId }: DepositWatch,
  found: { readonly transfers: readonly IncomingTransfer[]; readonly isRead: IsRead },
): Promise<{ id: string; state: 'seen' | 'gone' }[]> {
  const there = new Set(found.transfers.map(({ address, entry }) => `${address}:${entry}`))
  const missing = (await listSeenDeposits(database.query, chainId)).filter(({ id }) => !there.has(id))
  return Promise.all(
    missing.map(async ({ id, txid }) => ({
      id,
      state: (await mayCome(client, txid, found.isRead)) ? 'seen' : 'gone',
    })),
  )
}

/** Whether everything in a block has been read. */
type IsRead = (block: { readonly number: bigint; readonly hash: Hash }) => boolean

/** Whether a transaction may still bring a deposit: it waits for a block, or its block was not read yet. */
async function mayCome(client: ChainClient, txid: Hash, isRead: IsRead): Promise<boolean> {
  try {
    const { blockNumber: number, blockHash } = await client.getTransaction({ hash: txid })
    return number === null || blockHash === null || !isRead({ number, hash: blockHash })
  } catch (error) {
    if (error instanceof TransactionNotFoundError) return false
    throw error
  }
}
