import type { ChainClient } from '../chainClient.ts'
import type { ChainSettings } from '../ChainSettings.ts'
import type { ChainWallet } from '../ChainWallet.ts'
import { hashAt } from '../hashAt.ts'
import { nodeFaultOf, sentenceOf } from '../NodeFault.ts'

/** What a node reported: the height of its chain, or why nothing may move on it. */
export type NodeCheck =
  | {
      readonly is: 'well'
      readonly height: bigint
      /** Whether it has a different block where the last one of our books was: its chain was reorganised below that. */
      readonly hasParted: boolean
    }
  | { readonly is: 'stopped'; readonly why: string }

/** Checks whether a node is on the chain that we know, and as far as we have read it. It never throws. */
export async function checkNode(
  client: ChainClient,
  { chainId }: Pick<ChainSettings, 'chainId'>,
  wallet: ChainWallet | undefined,
): Promise<NodeCheck> {
  try {
    const [itsChainId, height, code, hash] = await Promise.all([
      client.getChainId(),
      client.getBlockNumber(),
      wallet && client.getCode({ address: wallet.tokens.USDC }),
      wallet && hashAt(client, wallet.height),
    ])
    if (itsChainId !== chainId)
      return stopped(
        `The node is on chain ${itsChainId} and not on ${chainId}: point CHAIN_URL at the right one.`,
      )
    if (wallet === undefined) return { is: 'well', height, hasParted: false }
    if (height < wallet.seenHeight)
      return stopped(
        `The node is at block ${height}, and ${wallet.seenHeight} was seen before: let it catch up.`,
      )
    if (code === undefined)
      return stopped('The node has another chain under the same number: our tokens are not on it.')
    // The sandbox's node prunes old blocks, of which it reports nothing.
    const isKnown = hash !== undefined && wallet.blockHash !== '0x'
    return { is: 'well', height, hasParted: isKnown && hash !== wallet.blockHash }
  } catch (error) {
    return stopped(sentenceOf(nodeFaultOf(error) ?? { is: 'silent' }))
  }
}

function stopped(why: string): NodeCheck {
  return { is: 'stopped', why }
}
