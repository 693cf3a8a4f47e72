import { counted } from '@cambio/server/cli/counted.ts'
import type { ChainDeps } from '../ChainDeps.ts'
import type { ChainSettings } from '../ChainSettings.ts'
import { findWallet, noteForeignSigner, walletKey } from '../ChainWallet.ts'

const USED_BY_OTHERS =
  'the hot wallet is used by somebody else: “chain show” says by how much, “chain release” lets pay-outs go on'

/**
 * Checks whether the wallet has sent more than we know. Then someone else signs with its key, or the database is older
 * than the chain, and continuing could pay twice. Nothing is paid out until the operator, who is warned once, has
 * released the wallet.
 * @returns why, where that is so
 * @throws Error when the node does not answer
 */
export async function findForeignSigner(
  { client, database, log }: Pick<ChainDeps, 'client' | 'database' | 'log'>,
  settings: ChainSettings,
): Promise<string | null> {
  const key = walletKey(settings)
  // The node is asked first: what this exchange signs is stored here before the node has it.
  const count = await client.getTransactionCount({ address: key.address })
  const wallet = await findWallet(database.query, key)
  if (!wallet || wallet.stranger !== null) return wallet?.stranger ?? null
  if (count <= wallet.nextNonce) return null
  const why = `The hot wallet has sent ${counted(count, 'transaction', 'transactions')}, and ${counted(wallet.nextNonce, 'is', 'are')} known here: nothing is paid out.`
  if (await noteForeignSigner(database.query, key, why)) log.warn(USED_BY_OTHERS, { reason: why })
  return why
}
