import { createPublicClient } from 'viem'
import { nodeTransport } from './nodeTransport.ts'
import { withRetries } from './withRetries.ts'

/**
 * The client of a node. Each call ends after four seconds and is made once, unless the node says that it is called too
 * often.
 */
export type ChainClient = ReturnType<typeof chainClient>

const CALL_MS = 4_000

/** Opens a client of the node at an address, which may contain a secret and is never logged. */
export function chainClient(url: string) {
  return createPublicClient({
    transport: withRetries(nodeTransport(url, CALL_MS)),
    cacheTime: 0,
    pollingInterval: 200,
  })
}
