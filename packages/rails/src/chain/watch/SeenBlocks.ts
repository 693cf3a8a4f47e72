import type { Query } from '@cambio/server/postgres/Database.ts'
import type { Address, Hash } from 'viem'
import * as z from 'zod/mini'
import type { ChainClient } from '../chainClient.ts'
import { hashAt } from '../hashAt.ts'

/** A block that the books have reached. */
export type SeenBlock = { readonly number: bigint; readonly hash: Hash }

/** The owner of the books: a wallet, by its address, or the deposits, which are read separately. */
export type Reader = { readonly chainId: number; readonly reader: Address | 'deposits' }

/** How many of the last blocks are known by their hashes. No deeper reorganisation can be followed. */
const MOST_BLOCKS_BACK = 256n

const Row = z.object({ number: z.bigint(), hash: z.templateLiteral(['0x', z.string()]) })

/** Stores the hash of a block that the books have reached, and deletes old ones. */
export async function keepBlock(
  query: Query,
  { chainId, reader }: Reader,
  { number, hash }: SeenBlock,
): Promise<void> {
  await query({
    name: 'chain_block_keep',
    text: `
      with old as (delete from chain_block where chain_id = $1 and reader = $2 and number < $3::int8 - $5::int8)
      insert into chain_block (chain_id, reader, number, hash) values ($1, $2, $3, $4)
      on conflict (chain_id, reader, number) do update set hash = excluded.hash`,
    values: [chainId, reader, number, hash, MOST_BLOCKS_BACK],
  })
}

/** Whether a block is among the last ones that the books have reached. A reorganisation removes blocks. */
export async function isSeen(
  query: Query,
  { chainId, reader }: Reader,
  { number, hash }: SeenBlock,
): Promise<boolean> {
  const rows = await query({
    name: 'chain_block_seen',
    text: 'select from chain_block where chain_id = $1 and reader = $2 and number = $3 and hash = $4',
    values: [chainId, reader, number, hash],
  })
  return rows.length > 0
}

/** Deletes the blocks above one, from which the chain continues differently. */
export async function forgetBlocksAbove(
  query: Query,
  { chainId, reader }: Reader,
  number: bigint,
): Promise<void> {
  await query({
    name: 'chain_block_forget',
    text: 'delete from chain_block where chain_id = $1 and reader = $2 and number > $3',
    values: [chainId, reader, number],
  })
}

/**
 * Where the chain in our books and the node's differ: the highest block below a height that both have. It is never
 * below the block where the books began. Undefined where they have no block in common.
 * @throws Error when the node does not answer
 */
export async function lastCommonBlock(
  { client, query }: { readonly client: ChainClient; readonly query: Query },
  { chainId, reader }: Reader,
  below: bigint,
): Promise<SeenBlock | undefined> {
  const rows = await query({
    name: 'chain_block_below',
    text: `
      select number, hash from chain_block where chain_id = $1 and reader = $2 and number < $3
      order by number desc`,
    values: [chainId, reader, below],
  })
  for (const row of rows) {
    const block = Row.parse(row)
    if ((await hashAt(client, block.number)) === block.hash) return block
  }
  return undefined
}
