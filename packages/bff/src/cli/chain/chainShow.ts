import { chainClient } from '@cambio/rails/chain/chainClient.ts'
import { listWallets } from '@cambio/rails/chain/ChainWallet.ts'
import { nodeFaultOf, sentenceOf } from '@cambio/rails/chain/NodeFault.ts'
import { listSent } from '@cambio/rails/chain/payout/ChainPayout.ts'
import { CallRefused } from '@cambio/server/cli/CallRefused.ts'
import { command } from '@cambio/server/cli/Command.ts'
import * as z from 'zod/mini'
import type { CommandDeps } from '../CommandDeps.ts'

/** Shows the chain, the pay-out wallet and the height of the node. */
export const chainShow = command({
  name: 'chain show',
  summary: 'Shows the chain, its tokens, the wallet that pays out and the height of the node.',
  words: {},
  options: {},
  json: z.object({
    url: z.string(),
    chain_id: z.number(),
    tokens: z.record(z.string(), z.string()),
    hot_wallet: z.string(),
    height: z.number(),
    /** Why nothing moves or can be read; left out otherwise. */
    stopped: z.optional(z.string()),
  }),
  async run({ query, chainUrl }: CommandDeps) {
    const [wallet, ...earlier] = await listWallets(query)
    const url = wallet?.url ?? chainUrl
    if (!wallet || url === undefined)
      throw new CallRefused(
        'The exchange has not connected to a chain yet: start it with CHAIN_URL, or all of it with npm start.',
      )
    const asked = await chainClient(url)
      .getBlockNumber()
      .catch((error: unknown) => sentenceOf(nodeFaultOf(error) ?? { is: 'silent' }))
    const fault = typeof asked === 'string' ? asked : null
    const stranger = wallet.stranger && `${wallet.stranger} “chain release” resumes it.`
    const reasons = [fault, wallet.stopped, wallet.unreadable, stranger].filter((why) => why !== null)
    const data = {
      url,
      chain_id: wallet.chainId,
      tokens: { ...wallet.tokens },
      hot_wallet: wallet.address,
      height: Number(fault === null ? asked : wallet.seenHeight),
      ...(reasons[0] !== undefined && { stopped: reasons[0] }),
    }
    const underWay = await Promise.all(
      earlier.map(async (each) => ({ ...each, count: (await listSent(query, each)).length })),
    )
    const lines = [
      `Node         ${url}`,
      `Chain        ${data.chain_id}`,
      ...Object.entries(wallet.tokens).map(([code, address]) => `${code.padEnd(13)}${address}`),
      `Hot wallet   ${data.hot_wallet}`,
      `Height       ${data.height}`,
      ...[...new Set(reasons)].map((why) => `Stopped      ${why}`),
      ...Object.values(wallet.tooLow).map((why) => `Too low      ${why}`),
      ...underWay
        .filter(({ count }) => count > 0)
        .map(
          ({ address, count }) =>
            `Under way    ${count} of the earlier wallet ${address}: only its key can offer the network more for one that is stuck.`,
        ),
    ]
    return { text: lines.join('\n'), data, failed: fault !== null }
  },
})
