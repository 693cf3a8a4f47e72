import { chainClient } from '@cambio/rails/chain/chainClient.ts'
import { listWallets } from '@cambio/rails/chain/ChainWallet.ts'
import { listSent } from '@cambio/rails/chain/payout/ChainPayout.ts'
import { CallRefused } from '@cambio/server/cli/CallRefused.ts'
import { command } from '@cambio/server/cli/Command.ts'
import * as z from 'zod/mini'
import type { CommandDeps } from '../CommandDeps.ts'

/** The chain that coins move on, the wallet that pays out there, and how high the node is. */
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
  }),
  async run({ query, chainUrl }: CommandDeps) {
    const [wallet, ...earlier] = await listWallets(query)
    const url = wallet?.url ?? chainUrl
    if (!wallet || url === undefined)
      throw new CallRefused(
        'The exchange has met no chain yet: start it with CHAIN_URL, or all of it with npm start.',
      )
    const height = await chainClient(url)
      .getBlockNumber()
      .catch(() => undefined)
    const data = {
      url,
      chain_id: wallet.chainId,
      tokens: { ...wallet.tokens },
      hot_wallet: wallet.address,
      height: Number(height ?? wallet.seenHeight),
    }
    const underWay = await Promise.all(
      earlier.map(async (each) => ({ ...each, count: (await listSent(query, each)).length })),
    )
    const lines = [
      `Node         ${url}${height === undefined ? ' (does not answer)' : ''}`,
      `Chain        ${data.chain_id}`,
      ...Object.entries(wallet.tokens).map(([code, address]) => `${code.padEnd(13)}${address}`),
      `Hot wallet   ${data.hot_wallet}`,
      `Height       ${data.height}`,
      ...(wallet.stopped === null ? [] : [`Stopped      ${wallet.stopped}`]),
      ...(wallet.stranger === null ? [] : [`Stopped      ${wallet.stranger} “chain release” lets it go on.`]),
      ...Object.values(wallet.tooLow).map((why) => `Too low      ${why}`),
      ...underWay
        .filter(({ count }) => count > 0)
        .map(
          ({ address, count }) =>
            `Under way    ${count} of the earlier wallet ${address}: only its key can offer the network more for one that is stuck.`,
        ),
    ]
    return { text: lines.join('\n'), data, failed: height === undefined }
  },
})
