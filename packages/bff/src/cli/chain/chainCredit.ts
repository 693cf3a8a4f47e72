import { creditCoins, type CreditRefusal } from '@cambio/exchange/operator/wallet/creditCoins.ts'
import { CallRefused } from '@cambio/server/cli/CallRefused.ts'
import { command } from '@cambio/server/cli/Command.ts'
import * as Money from '@cambio/wire/Money.ts'
import * as z from 'zod/mini'
import { walletOperatorDeps } from '../../operator/walletOperatorDeps.ts'
import { orderActOptions } from '../actArguments.ts'
import type { CommandDeps } from '../CommandDeps.ts'
import { orderWord } from '../order/orderWord.ts'
import { transactionWord } from './transactionWord.ts'

/** Credits an order with coins that a contract's inner call sent to its address, which no block lists. */
export const chainCredit = command({
  name: 'chain credit',
  summary: [
    'Credits an order with ETH that a contract sent to its address, as “chain reconcile” lists it: what arrived in',
    'the block of that transaction and is not in the books. It is then a deposit like any other, priced or owed',
    'like one. The sender is screened against the sanctions lists. The node must still know the balances of',
    'that block: for an old one CHAIN_URL may name another node, for this command alone.',
  ].join('\n'),
  words: {
    orderId: orderWord(),
    txid: transactionWord('Name the transaction that brought the coins by its hash, 0x and 64 digits.'),
  },
  options: orderActOptions,
  json: z.object({ client_order_id: z.string(), txid: z.string(), amount: z.string(), currency: z.string() }),
  async run(deps: CommandDeps, { words: { orderId, txid }, options: { reason, actor = deps.operator } }) {
    const outcome = await creditCoins(walletOperatorDeps(deps), { orderId, txid, reason, actor })
    if (outcome.is === 'refused') throw refusalOf({ orderId, txid }, outcome)
    const { currency } = outcome.done
    const amount = Money.format(outcome.done)
    return {
      text: `${amount} ${currency} are credited to order ${orderId} as a deposit; the order is updated in a moment.`,
      data: { client_order_id: orderId, txid, amount, currency },
    }
  },
})

function refusalOf(coins: { orderId: string; txid: string }, refusal: CreditRefusal): CallRefused {
  return new CallRefused(
    refusal.code === 'no_network'
      ? 'The exchange has not connected to a chain yet: nothing was credited.'
      : `${why(coins, refusal)} Nothing was credited.`,
  )
}

function why({ orderId, txid }: { orderId: string; txid: string }, refusal: CreditRefusal): string {
  switch (refusal.code) {
    case 'no_network':
      return 'The exchange has not connected to a chain yet.'
    case 'node_silent':
      return 'The node does not answer.'
    case 'no_address':
      return `Order ${orderId} has no deposit address on this chain.`
    case 'no_transaction':
      return `The chain has no successful transaction ${txid}.`
    case 'not_final':
      return `Transaction ${txid} is not final; try again in a moment.`
    case 'all_booked':
      return `The books already have everything at the address of order ${orderId}.`
    case 'state_gone':
      return `The node cannot give the balance of the address before block ${refusal.blockNumber}, which has the transaction: point CHAIN_URL at an archive node.`
    case 'brought_nothing':
      return `Transaction ${txid} brought nothing to the address of order ${orderId}.`
    case 'credited_before':
      return `Transaction ${txid} was credited before: name the one that brought the rest.`
    case 'from_own_wallet':
      return 'These coins came from your own wallet, named by “chain sweep --to”, and pay the fee for sweeping the tokens.'
  }
}
