import { chainClient } from '@cambio/rails/chain/chainClient.ts'
import { listWallets } from '@cambio/rails/chain/ChainWallet.ts'
import { nodeFaultOf } from '@cambio/rails/chain/NodeFault.ts'
import { COIN } from '@cambio/rails/chain/payout/transfer.ts'
import { CallRefused } from '@cambio/server/cli/CallRefused.ts'
import { command } from '@cambio/server/cli/Command.ts'
import * as z from 'zod/mini'
import { depositBooks } from '../../store/read/chain/depositBooks.ts'
import { walletBooks } from '../../store/read/chain/walletBooks.ts'
import type { CommandDeps } from '../CommandDeps.ts'
import { signed } from '../signed.ts'
import { NodeUnavailable } from './NodeUnavailable.ts'

/** Compares the books of the pay-out wallet and of the deposit addresses with their balances on the chain. */
export const chainReconcile = command({
  name: 'chain reconcile',
  summary: 'Compares the books with the chain and lists each difference to the last unit.',
  words: {},
  options: {},
  json: z.object({
    agrees: z.boolean(),
    accounts: z.array(
      z.object({
        account: z.enum(['wallet', 'deposits']),
        asset: z.string(),
        books: z.string(),
        chain: z.string(),
        difference: z.string(),
      }),
    ),
    /** Coins at an order's address that no deposit brought. */
    unaccounted: z.array(
      z.object({ client_order_id: z.string(), address: z.string(), asset: z.string(), amount: z.string() }),
    ),
  }),
  async run({ query, chainUrl, now }: Pick<CommandDeps, 'query' | 'chainUrl' | 'now'>) {
    const [wallet] = await listWallets(query)
    if (!wallet)
      throw new CallRefused('The exchange has not connected to a chain yet: there is nothing to compare.')
    const url = wallet.url ?? chainUrl
    if (url === undefined)
      throw new NodeUnavailable(
        'The address of the node is not known: set CHAIN_URL, or name it after the cell’s database in the file of the cells.',
      )
    const client = chainClient(url)
    const { height, compared: ofWallet } = await walletBooks({ query, client }, wallet).catch(
      throwUnavailable,
    )
    const deposits = await depositBooks({ query, client, now: now() }, wallet).catch(throwUnavailable)
    const accounts = [...ofWallet, ...deposits.compared].map(({ account, asset, books: booked, chain }) => {
      const shown = (units: bigint) => signed({ units, currency: asset })
      return { account, asset, books: shown(booked), chain: shown(chain), difference: shown(chain - booked) }
    })
    const unaccounted = deposits.unaccounted.map(({ orderId, address, units }) => ({
      client_order_id: orderId,
      address,
      asset: COIN,
      amount: signed({ units, currency: COIN }),
    }))
    const agrees = accounts.every(({ books: booked, chain }) => booked === chain)
    const lines = accounts.map(
      ({ account, asset, books: booked, chain, difference }) =>
        `${account.padEnd(10)}${asset.padEnd(8)}books ${booked}  chain ${chain}  difference ${difference}`,
    )
    const verdict = agrees ? 'The books agree with the chain' : 'The books differ from the chain'
    return {
      text: [...lines, ...unaccounted.map(unaccountedLine), `${verdict} at block ${height}.`].join('\n'),
      data: { agrees, accounts, unaccounted },
      failed: !agrees,
    }
  },
})

function unaccountedLine(coins: {
  client_order_id: string
  address: string
  asset: string
  amount: string
}): string {
  const { client_order_id: id, address, asset, amount } = coins
  return `Order ${id}: a contract sent ${amount} ${asset} to ${address}. “chain credit ${id} <txid>” credits the order with them.`
}

function throwUnavailable(error: unknown): never {
  if (nodeFaultOf(error) === undefined) throw error
  throw new NodeUnavailable('The node does not give the balances at the last block read: is it running?')
}
