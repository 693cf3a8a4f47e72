import type { Query } from '@cambio/server/postgres/Database.ts'
import type { Hash } from 'viem'
import * as z from 'zod/mini'

/** How far a chain was read for deposits. */
export type DepositWatch = {
  readonly chainId: number
  /** The last block that is final and was read. */
  readonly height: bigint
  readonly blockHash: Hash
  /** The node's last block at the latest look, and the time of that look. */
  readonly head: bigint
  readonly lookedAt: Date
}

const Row = z.object({
  chain_id: z.bigint(),
  height: z.bigint(),
  block_hash: z.templateLiteral(['0x', z.string()]),
  head: z.bigint(),
  looked_at: z.date(),
})

/** Named one by one, since `*` changes as soon as the table has another column. */
const COLUMNS = Object.keys(Row.shape).join(', ')

/** Undefined before the chain was first looked at. */
export async function findDepositWatch(query: Query, chainId: number): Promise<DepositWatch | undefined> {
  const [row] = await query({
    name: 'chain_deposit_watch_find',
    text: `select ${COLUMNS} from chain_deposit_watch where chain_id = $1`,
    values: [chainId],
  })
  return row && read(row)
}

/** Reads the watch and locks its row until the transaction ends. */
export async function lockDepositWatch(query: Query, chainId: number): Promise<DepositWatch> {
  const [row] = await query({
    name: 'chain_deposit_watch_lock',
    text: `select ${COLUMNS} from chain_deposit_watch where chain_id = $1 for update`,
    values: [chainId],
  })
  if (!row) throw new Error(`The watch of chain ${chainId} is gone`)
  return read(row)
}

/** Begins to watch a chain. Does nothing where it is watched already. */
export async function addDepositWatch(query: Query, watch: DepositWatch): Promise<void> {
  await query({
    name: 'chain_deposit_watch_add',
    text: `
      insert into chain_deposit_watch (chain_id, height, block_hash, head, looked_at)
      values ($1, $2, $3, $4, $5) on conflict do nothing`,
    values: [watch.chainId, watch.height, watch.blockHash, watch.head, watch.lookedAt],
  })
}

/** Stores how far the chain was read. */
export async function moveDepositWatch(query: Query, watch: DepositWatch): Promise<void> {
  await query({
    name: 'chain_deposit_watch_move',
    text: `
      update chain_deposit_watch set height = $2, block_hash = $3, head = $4, looked_at = $5
      where chain_id = $1`,
    values: [watch.chainId, watch.height, watch.blockHash, watch.head, watch.lookedAt],
  })
}

function read(row: object): DepositWatch {
  const { chain_id, height, block_hash, head, looked_at } = Row.parse(row)
  return { chainId: Number(chain_id), height, blockHash: block_hash, head, lookedAt: looked_at }
}
