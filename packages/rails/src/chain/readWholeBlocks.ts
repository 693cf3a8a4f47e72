import type { ChainClient } from './chainClient.ts'
import { foundBlock } from './hashAt.ts'

const AT_ONCE = 20

/** A block with its transactions. */
export type WholeBlock = NonNullable<Awaited<ReturnType<typeof wholeBlock>>>

const wholeBlock = (client: ChainClient, blockNumber: bigint) =>
  foundBlock(client.getBlock({ blockNumber, includeTransactions: true }))

/**
 * What `read` makes of each of these blocks, both included, in their order. Those that the sandbox's node has cut away are
 * left out. Twenty are asked for at once, and none is kept.
 * @throws Error when the node does not answer
 */
export async function readWholeBlocks<Item>(
  client: ChainClient,
  { from, to }: { readonly from: bigint; readonly to: bigint },
  read: (block: WholeBlock) => Item | Promise<Item>,
): Promise<Item[]> {
  const items: Item[] = []
  for (let first = from; first <= to; first += BigInt(AT_ONCE)) {
    const numbers = Array.from({ length: AT_ONCE }, (_, index) => first + BigInt(index))
    const some = numbers
      .filter((number) => number <= to)
      .map(async (number) => {
        const block = await wholeBlock(client, number)
        return block ? [await read(block)] : []
      })
    items.push(...(await Promise.all(some)).flat())
  }
  return items
}
