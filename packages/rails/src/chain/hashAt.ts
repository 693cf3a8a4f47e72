import { BlockNotFoundError, type Hash } from 'viem'
import type { ChainClient } from './chainClient.ts'

/** The hash of a block. Undefined where there is none. */
export async function hashAt(client: ChainClient, blockNumber: bigint): Promise<Hash | undefined> {
  return (await foundBlock(client.getBlock({ blockNumber })))?.hash
}

/** Undefined for a missing block: the sandbox's node prunes old empty ones. */
export async function foundBlock<Block>(asked: Promise<Block>): Promise<Block | undefined> {
  try {
    return await asked
  } catch (error) {
    if (error instanceof BlockNotFoundError) return undefined
    throw error
  }
}
