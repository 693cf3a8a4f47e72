import { createPublicClient, http } from 'viem'
import { patient } from './patient.ts'

/**
 * A node, as it is spoken to. Each call is given up after four seconds and is made once, but to a node that is asked too
 * often.
 */
export type ChainClient = ReturnType<typeof chainClient>

const CALL_MS = 4_000

/** Speaks to the node at an address, which may hold a secret and is never logged. */
export function chainClient(url: string) {
  return createPublicClient({
    transport: patient(http(url, { timeout: CALL_MS, retryCount: 0 })),
    cacheTime: 0,
    pollingInterval: 200,
  })
}
