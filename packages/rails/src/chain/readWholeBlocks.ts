import type { ChainClient } from './chainClient.ts'
import { foundBlock } from './hashAt.ts'

const AT_ONCE = 20

/** A block with its transactions. */
export type WholeBlock = NonNullable<Awaited<ReturnType<typeof wholeBlock>>>

const wholeBlock = (client: ChainClient, blockNumber: bigint) =>
  foundBlock(client.getBlock({ blockNumber, includeTransactions: true }))

/** How many of its last blocks every node has: the sandbox's node prunes none of its last five hundred. */
const KEPT_BLOCKS = 256n

/**
 * What `read` makes of each of these blocks, both included, in their order. Blocks that the sandbox's node has pruned
 * are left out. Twenty are asked for at once, and none is kept.
 * @param head the last block that the node reported, or one shortly before it
 * @returns undefined where the node does not know a block that it must have: of several servers behind one address some
 * lag
 * @throws Error when the node does not answer
 */
export async function readWholeBlocks<Item>(
  client: ChainClient,
  { from, to, head }: { readonly from: bigint; readonly to: bigint; readonly head: bigint },
  read: (block: WholeBlock) => Item | Promise<Item>,
): Promise<Item[] | undefined> {
  const items: Item[] = []
  for (let first = from; first <= to; first += BigInt(AT_ONCE)) {
    const numbers = Array.from({ length: AT_ONCE }, (_, index) => first + BigInt(index))
    const some = await Promise.all(
      numbers
        .filter((number) => number <= to)
        .map(async (number) => {
          const block = await wholeBlock(client, number)
          return { number, item: block && { is: await read(block) } }
        }),
    )
    if (some.some(({ number, item }) => !item && number > head - KEPT_BLOCKS)) return undefined
    items.push(...some.flatMap(({ item }) => (item ? [item.is] : [])))
  }
  return items
}
