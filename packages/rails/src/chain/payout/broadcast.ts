import type { Clock } from '@cambio/server/Clock.ts'
import type { Query } from '@cambio/server/postgres/Database.ts'
import type { ChainClient } from '../chainClient.ts'
import { markAccepted, type ChainPayout } from './ChainPayout.ts'

/**
 * Makes sure that the node has the newest bytes of a pay-out: asks for them first, and sends them where they are
 * missing. Says why the node refused them. If the node does not answer, the watcher asks it again.
 */
export async function broadcast(
  { client, query, clock }: { client: ChainClient; query: Query; clock: Clock },
  { transactions }: ChainPayout,
): Promise<string | null> {
  const newest = transactions.at(-1)
  if (!newest) throw new Error('A pay-out has no signed transaction')
  try {
    if (!(await isKnown(client, newest.txid)))
      await client.sendRawTransaction({ serializedTransaction: newest.raw })
    if (!newest.isAccepted) await markAccepted(query, newest.txid, clock.now())
    return null
  } catch (error) {
    return reasonOf(error)
  }
}

async function isKnown(
  client: ChainClient,
  hash: ChainPayout['transactions'][number]['txid'],
): Promise<boolean> {
  return (await client.request({ method: 'eth_getTransactionByHash', params: [hash] })) !== null
}

/** The node's reason, without the address that was called. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'The node does not answer'
  return 'details' in error && typeof error.details === 'string' ? error.details : 'The node does not answer'
}
