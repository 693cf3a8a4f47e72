import { chart } from '@cambio/exchange/books/chart.ts'
import { debit } from '@cambio/exchange/books/Journal.ts'
import { chainClient } from '@cambio/rails/chain/chainClient.ts'
import { listWallets, lockWallet } from '@cambio/rails/chain/ChainWallet.ts'
import { releaseWallet } from '@cambio/rails/chain/payout/releaseWallet.ts'
import { CallRefused } from '@cambio/server/cli/CallRefused.ts'
import { command } from '@cambio/server/cli/Command.ts'
import { postJournals } from '@cambio/server/postgres/Ledger.ts'
import * as z from 'zod/mini'
import { orderActOptions } from '../actArguments.ts'
import type { CommandDeps } from '../CommandDeps.ts'
import { signed } from '../signed.ts'
import { walletBooks } from './walletBooks.ts'

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
    const [wallet] = await listWallets(deps.query)
    const url = wallet?.url ?? deps.chainUrl
    if (!wallet || url === undefined)
      throw new CallRefused('The exchange has met no chain yet: nothing was released.')
    const client = chainClient(url)
    const { address } = wallet
    const throwNodeSilent = () => {
      throw new CallRefused('The node does not answer; nothing was released.')
    }
    const [count, final] = await Promise.all([
      client.getTransactionCount({ address }),
      client.getTransactionCount({ address, blockNumber: wallet.height }),
    ]).catch(throwNodeSilent)
    // Without a stranger the wallet's own payments may be in such blocks at any time: their nonces are known here.
    if (wallet.stranger !== null && count !== final)
      throw new CallRefused(
        'Transactions of the wallet are in blocks that are not final; try again in a moment.',
      )
    const nextNonce = wallet.stranger === null ? wallet.nextNonce : Math.max(count, wallet.nextNonce)
    const differences = await deps.transaction(async (query) => {
      const { height, stranger } = await lockWallet(query, wallet)
      const books = await walletBooks({ query, client }, wallet).catch(throwNodeSilent)
      if (height !== wallet.height || books.height !== height || stranger !== wallet.stranger)
        throw new CallRefused('The chain went on meanwhile; nothing was released. Try again.')
      const differing = books.compared
        .map(({ asset, books: booked, chain }) => ({ units: chain - booked, currency: asset }))
        .filter(({ units }) => units !== 0n)
      if (stranger === null && differing.length === 0)
        throw new CallRefused(
          'Nobody else has used the wallet, and its books are what the chain says: there is nothing to release.',
        )
      const release = { count: nextNonce, reason, actor, at: deps.now() }
      const number = await releaseWallet(query, wallet, release)
      const id = `chain:${address}:${wallet.chainId}:release:${number}`
      const postings = differing.flatMap((difference) => [
        ...debit(chart.wallet, difference),
        ...debit(chart.capital, { ...difference, units: -difference.units }),
      ])
      if (postings.length > 0)
        await postJournals(query, [{ id, kind: 'released', reference: address, postings }], deps.now())
      return differing
    })
    const booked = differences.map((difference) => ({
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
