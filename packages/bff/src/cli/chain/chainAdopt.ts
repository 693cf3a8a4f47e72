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

/** Has an order take a transaction for its own that left after the back-up. */
export const chainAdopt = command({
  name: 'chain adopt',
  summary: [
    'Has an order take a transaction of the wallet for its own, as “reconcile” lists it after a restore: one that paid just',
    'what the order is to pay, and that this database does not know. The order is paid by it, and is not paid again. Where the',
    'order has another price now than it had then, --any-amount takes it all the same, and “chain release” books the rest.',
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
    nothing_to_pay: `Order ${orderId} is to send no coins. Where it was paid after the back-up, adopt its payment first: “reconcile” lists it.`,
    node_silent: 'The node does not answer.',
    no_transaction: `The chain has no transaction ${txid}.`,
    not_from_wallet: `Transaction ${txid} was not sent by the wallet that pays out.`,
    not_in_block: `Transaction ${txid} is in no block yet; try again in a moment.`,
    moved_nothing: `Transaction ${txid} moved nothing: “chain release” books its fee.`,
    known_before: `Transaction ${txid} belongs to a payment that is known here.`,
    released_before: `Transaction ${txid} was booked as yours by “chain release”: end the order by “order refund” or “order resolve”.`,
    pays_something_else: `Transaction ${txid} does not pay what order ${orderId} is to pay. Where it pays the same address another amount, see --any-amount.`,
    signed_here: `Order ${orderId} has a transaction of its own for that: “payout show” and “order show” tell of it.`,
    another_form: `Transaction ${txid} has a form that no pay-out of the exchange has.`,
  }
}
