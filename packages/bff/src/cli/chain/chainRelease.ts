import { releaseWallet, type ReleaseRefusal } from '@cambio/exchange/operator/wallet/releaseWallet.ts'
import { CallRefused } from '@cambio/server/cli/CallRefused.ts'
import { command } from '@cambio/server/cli/Command.ts'
import * as z from 'zod/mini'
import { walletOperatorDeps } from '../../operator/walletOperatorDeps.ts'
import { orderActOptions } from '../actArguments.ts'
import type { CommandDeps } from '../CommandDeps.ts'
import { signed } from '../signed.ts'

/**
 * How the operator lets pay-outs go on after the wallet's key was used elsewhere, and books what came to the wallet by a
 * contract's inner call, which no block tells of.
 */
export const chainRelease = command({
  name: 'chain release',
  summary: [
    'Lets pay-outs go on that stopped because somebody else has used the wallet that pays out, or because the database is',
    'older than the chain: from the nonce that the chain is at. What the books and the chain differ by is booked as taken or',
    'put in by you. Before that, see who has the key, and which orders those transactions may have paid. ETH that you sent',
    'to the wallet from a contract, as smart wallets are, is booked in the same way.',
  ].join('\n'),
  words: {},
  options: orderActOptions,
  json: z.object({
    next_nonce: z.number(),
    booked: z.array(z.object({ asset: z.string(), difference: z.string() })),
  }),
  async run(deps: CommandDeps, { options: { reason, actor = deps.operator } }) {
    const outcome = await releaseWallet(walletOperatorDeps(deps), { reason, actor })
    if (outcome.is === 'refused') throw new CallRefused(refusalText[outcome.code])
    const { nextNonce } = outcome.done
    const booked = outcome.done.booked.map((difference) => ({
      asset: difference.currency,
      difference: signed(difference),
    }))
    return {
      text: [
        `Pay-outs go on from nonce ${nextNonce}.`,
        ...booked.map(({ asset, difference }) => `Booked as yours: ${difference} ${asset}.`),
      ].join('\n'),
      data: { next_nonce: nextNonce, booked },
    }
  },
})

const refusalText: Readonly<Record<ReleaseRefusal['code'], string>> = {
  no_network: 'The exchange has met no chain yet: nothing was released.',
  node_silent: 'The node does not answer; nothing was released.',
  not_final: 'Transactions of the wallet are in blocks that are not final; try again in a moment.',
  chain_went_on: 'The chain went on meanwhile; nothing was released. Try again.',
  nothing_to_release:
    'Nobody else has used the wallet, and its books are what the chain says: there is nothing to release.',
}
