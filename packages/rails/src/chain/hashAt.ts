import { BlockNotFoundError, type Hash } from 'viem'
import type { ChainClient } from './chainClient.ts'

/** The hash of a block. Undefined where there is none: the sandbox's node cuts empty ones away that are long past. */
export async function hashAt(client: ChainClient, blockNumber: bigint): Promise<Hash | undefined> {
  try {
    return (await client.getBlock({ blockNumber })).hash
  } catch (error) {
    if (error instanceof BlockNotFoundError) return undefined
    throw error
  }
}
