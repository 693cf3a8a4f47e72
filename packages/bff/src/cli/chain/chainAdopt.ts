import { adoptTransaction, type AdoptRefusal } from '@cambio/exchange/operator/wallet/adoptTransaction.ts'
import { flag } from '@cambio/server/cli/arguments.ts'
import { CallRefused } from '@cambio/server/cli/CallRefused.ts'
import { command } from '@cambio/server/cli/Command.ts'
import * as Money from '@cambio/wire/Money.ts'
import * as z from 'zod/mini'
import { walletOperatorDeps } from '../../operator/walletOperatorDeps.ts'
import { orderActOptions } from '../actArguments.ts'
import type { CommandDeps } from '../CommandDeps.ts'
import { orderWord } from '../order/orderWord.ts'
import { transactionWord } from './transactionWord.ts'

/** Assigns a transaction that left after the back-up to its order. */
export const chainAdopt = command({
  name: 'chain adopt',
  summary: [
    'Assigns a transaction of the wallet, as “reconcile” lists it after a restore, to an order: one that paid exactly',
    'what the order is to pay, and that this database does not know. The order is paid by it, and is not paid again. Where the',
    'order’s price has changed since, --any-amount accepts it anyway, and “chain release” books the rest.',
  ].join('\n'),
  words: {
    orderId: orderWord(),
    txid: transactionWord('Name the transaction that paid the order by its hash, 0x and 64 digits.'),
  },
  options: { ...orderActOptions, 'any-amount': flag() },
  json: z.object({ client_order_id: z.string(), txid: z.string(), amount: z.string(), currency: z.string() }),
  async run(deps: CommandDeps, { words: { orderId, txid }, options }) {
    const { reason, actor = deps.operator, 'any-amount': isAnyAmount } = options
    const sent = { orderId, txid, isAnyAmount, reason, actor }
    const outcome = await adoptTransaction(walletOperatorDeps(deps), sent)
    if (outcome.is === 'refused')
      throw new CallRefused(`${refusalText({ orderId, txid })[outcome.code]} Nothing was changed.`)
    const { currency } = outcome.done
    const amount = Money.format(outcome.done)
    return {
      text: `Order ${orderId} is paid by this transaction, ${amount} ${currency}: it sends nothing more, and goes on by itself.`,
      data: { client_order_id: orderId, txid, amount, currency },
    }
  },
})

function refusalText({
  orderId,
  txid,
}: {
  orderId: string
  txid: string
}): Readonly<Record<AdoptRefusal['code'], string>> {
  return {
    no_network: 'The exchange has not connected to a chain yet.',
    no_such_order: `There is no order ${orderId}.`,
    nothing_to_pay: `Order ${orderId} is to send no coins. If it was paid after the back-up, adopt its payment first: “reconcile” lists it.`,
    node_silent: 'The node does not answer.',
    no_transaction: `The chain has no transaction ${txid}.`,
    not_from_wallet: `Transaction ${txid} was not sent by the wallet that pays out.`,
    not_in_block: `Transaction ${txid} is in no block yet; try again in a moment.`,
    moved_nothing: `Transaction ${txid} moved nothing: “chain release” books its fee.`,
    known_before: `Transaction ${txid} belongs to a payment that is known here.`,
    released_before: `Transaction ${txid} was booked as yours by “chain release”: end the order by “order refund” or “order resolve”.`,
    pays_something_else: `Transaction ${txid} does not pay what order ${orderId} is to pay. If it pays the same address another amount, use --any-amount.`,
    signed_here: `Order ${orderId} already has its own transaction for that: “payout show” and “order show” show it.`,
    another_form: `Transaction ${txid} does not have the form of a pay-out of the exchange.`,
  }
}
