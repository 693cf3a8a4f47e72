import { chainClient } from '@cambio/rails/chain/chainClient.ts'
import { listWallets } from '@cambio/rails/chain/ChainWallet.ts'
import { creditCoins } from '@cambio/rails/chain/deposit/creditCoins.ts'
import { kind, required } from '@cambio/server/cli/arguments.ts'
import { CallRefused } from '@cambio/server/cli/CallRefused.ts'
import { command } from '@cambio/server/cli/Command.ts'
import * as Money from '@cambio/wire/Money.ts'
import * as z from 'zod/mini'
import { actStore } from '../../store/acts.ts'
import { within } from '../../store/StoreDeps.ts'
import { orderActOptions } from '../actArguments.ts'
import type { CommandDeps } from '../CommandDeps.ts'
import { orderWord } from '../order/orderWord.ts'

const Hash = z.templateLiteral(['0x', z.string().check(z.regex(/^[0-9a-f]{64}$/))])

const hash = kind('<txid>', 'a transaction’s hash, 0x and 64 digits', (text) => {
  const parsed = Hash.safeParse(text.trim().toLowerCase())
  return parsed.success ? parsed.data : undefined
})

/** How the operator gives an order coins that a contract sent to its address, of which the chain tells by no block. */
export const chainCredit = command({
  name: 'chain credit',
  summary: [
    'Gives an order the ETH that a contract passed on to its address, as “chain reconcile” names it: what came there with',
    'the block of that transaction and is not in the books. From then on it is a deposit like any other, priced or owed as',
    'it came. Who sent the transaction is looked up on the lists of sanctions. The node must still know the balances of',
    'that block: for an old one CHAIN_URL may name another node, for this command alone.',
  ].join('\n'),
  words: {
    orderId: orderWord(),
    txid: required(hash, 'Name the transaction that brought the coins by its hash, 0x and 64 digits.'),
  },
  options: orderActOptions,
  json: z.object({ client_order_id: z.string(), txid: z.string(), amount: z.string(), currency: z.string() }),
  async run(deps: CommandDeps, { words: { orderId, txid }, options: { reason, actor = deps.operator } }) {
    const [wallet] = await listWallets(deps.query)
    const url = wallet?.url ?? deps.chainUrl
    if (!wallet || url === undefined)
      throw new CallRefused('The exchange has met no chain yet: nothing was credited.')
    const client = chainClient(url)
    const credited = await deps.transaction(async (query) => {
      const outcome = await creditCoins({ query, client }, wallet, { orderId, txid })
      if ('objection' in outcome) throw new CallRefused(`${outcome.objection} Nothing was credited.`)
      await actStore(within(deps, query)).keep({
        act: 'chain credit',
        about: { is: 'order', orderId },
        reason,
        actor,
      })
      return outcome
    })
    const { currency } = credited
    const amount = Money.format(credited)
    return {
      text: `${amount} ${currency} are a deposit of order ${orderId}, which hears of it in a moment.`,
      data: { client_order_id: orderId, txid, amount, currency },
    }
  },
})
