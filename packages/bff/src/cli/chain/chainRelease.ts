import {
  releaseWallet,
  type PaidOrders,
  type ReleaseRefusal,
} from '@cambio/exchange/operator/wallet/releaseWallet.ts'
import { CallRefused } from '@cambio/server/cli/CallRefused.ts'
import { command } from '@cambio/server/cli/Command.ts'
import * as z from 'zod/mini'
import { walletOperatorDeps } from '../../operator/walletOperatorDeps.ts'
import { unknownTransactions } from '../../store/read/chain/unknownTransactions.ts'
import { orderActOptions } from '../actArguments.ts'
import type { CommandDeps } from '../CommandDeps.ts'
import { repeatedOrders } from '../order/orderWord.ts'
import { signed } from '../signed.ts'

/**
 * Resumes pay-outs after the wallet's key was used elsewhere, and books what a contract's inner call sent to the
 * wallet, which no block lists.
 */
export const chainRelease = command({
  name: 'chain release',
  summary: [
    'Resumes pay-outs that stopped because somebody else used the hot wallet, or because the database is',
    'older than the chain. They go on from the chain’s nonce. The difference between books and chain is booked as taken or',
    'put in by you. Before that, see who has the key. Where an order is still to pay whom such a transaction has paid, “chain',
    'adopt” comes first, or --unpaid with that order, if it was not paid. ETH that you sent',
    'to the wallet from a contract, as smart wallets are, is booked in the same way.',
  ].join('\n'),
  words: {},
  options: { ...orderActOptions, unpaid: repeatedOrders() },
  json: z.object({
    next_nonce: z.number(),
    booked: z.array(z.object({ asset: z.string(), difference: z.string() })),
  }),
  async run(deps: CommandDeps, { options: { reason, actor = deps.operator, unpaid } }) {
    const outcome = await releaseWallet(walletOperatorDeps(deps), {
      reason,
      actor,
      paid: await paidOrders(deps, unpaid),
    })
    if (outcome.is === 'refused') throw new CallRefused(refusalOf(outcome))
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

/**
 * Orders that still are to pay addresses that the wallet has paid, except those that the operator reports as unpaid.
 */
async function paidOrders({ query, chainUrl }: CommandDeps, unpaid: readonly string[]): Promise<PaidOrders> {
  const unknown = await unknownTransactions(query, { chainUrl }).catch(() => undefined)
  if (!unknown) throw new CallRefused(refusalText.node_silent)
  return unknown.transactions.flatMap(({ txid, waiting }) => {
    const orderIds = waiting.map(({ id }) => id).filter((id) => !unpaid.includes(id))
    return orderIds.length === 0 ? [] : [{ txid, orderIds }]
  })
}

function refusalOf(refusal: ReleaseRefusal): string {
  if (refusal.code !== 'would_pay_again') return refusalText[refusal.code]
  const lines = refusal.paid.map(({ txid, orderIds }) => `  ${txid} may have paid ${orderIds.join(', ')}`)
  return [
    'The wallet has paid addresses that orders are still to pay, and these would pay again; nothing was released.',
    ...lines,
    'Adopt each by its order (“chain adopt”), or name in --unpaid the orders that were not paid.',
  ].join('\n')
}

const refusalText: Readonly<Record<Exclude<ReleaseRefusal['code'], 'would_pay_again'>, string>> = {
  no_network: 'The exchange has not connected to a chain yet: nothing was released.',
  node_silent: 'The node does not answer; nothing was released.',
  not_final: 'Some transactions of the wallet are not final yet; try again in a moment.',
  chain_went_on: 'The chain advanced meanwhile; nothing was released. Try again.',
  nothing_to_release:
    'Nobody else has used the wallet, and its books agree with the chain: there is nothing to release.',
}
