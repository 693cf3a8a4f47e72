import { startChainNode } from '@cambio/rails/chain/node/startChainNode.ts'
import type { DemoEnvironment } from './DemoEnvironment.ts'

/** The node that coins move on: one's own, or the sandbox's, which is started here. @throws StartRefused */
export async function openChain(
  { CHAIN_URL, CHAIN_PORT: port }: DemoEnvironment,
  { dataDir, print }: { dataDir: string; print: (sentence: string) => void },
): Promise<{ readonly url: string; close(): Promise<void> }> {
  if (CHAIN_URL !== undefined) return { url: CHAIN_URL, close: async () => {} }
  return startChainNode({ dataDir, port, print })
}
