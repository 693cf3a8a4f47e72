import { writeFile } from 'node:fs/promises'
import { checkAddress } from '@cambio/exchange/payout/address/checkAddress.ts'
import { chainClient } from '@cambio/rails/chain/chainClient.ts'
import { listWallets } from '@cambio/rails/chain/ChainWallet.ts'
import { keepSweep, planSweep } from '@cambio/rails/chain/deposit/planSweep.ts'
import { required, text } from '@cambio/server/cli/arguments.ts'
import { BadCall } from '@cambio/server/cli/BadCall.ts'
import { CallRefused } from '@cambio/server/cli/CallRefused.ts'
import { command } from '@cambio/server/cli/Command.ts'
import { counted } from '@cambio/server/cli/counted.ts'
import * as Currency from '@cambio/wire/Currency.ts'
import * as Money from '@cambio/wire/Money.ts'
import * as z from 'zod/mini'
import { actorOption } from '../actArguments.ts'
import type { CommandDeps } from '../CommandDeps.ts'

const Address = z.templateLiteral(['0x', z.string()])

/** How the operator brings deposits to a wallet of theirs. */
export const chainSweep = command({
  name: 'chain sweep',
  summary: [
    'Writes transactions that bring deposits to your wallet into a file. They are not signed: sign them where the key of',
    'CHAIN_XPUB is, and send them. They are in the books once they are seen on the chain. Tokens leave an address for ETH',
    'alone: send the ETH that is named there from the wallet that they go to, and call this again when it has arrived. ETH',
    'that a contract has sent to an order stays with all the ETH at its address until “chain credit” has given it to it.',
  ].join('\n'),
  words: { file: required(text('<file>'), 'Name the file that the transactions are written to.') },
  options: {
    to: required(text('<wallet>'), 'Say which wallet of yours they go to: --to 0x….'),
    actor: actorOption,
  },
  json: z.object({
    transactions: z.number(),
    needs_gas: z.array(z.object({ address: z.string(), amount: z.string() })),
    /** ETH at an order's address that no deposit brought, which stays there. */
    unaccounted: z.array(z.object({ client_order_id: z.string(), address: z.string(), amount: z.string() })),
  }),
  async run(deps: CommandDeps, { words: { file }, options: { to, actor = deps.operator } }) {
    const [wallet] = await listWallets(deps.query)
    const url = wallet?.url ?? deps.chainUrl
    if (!wallet || url === undefined)
      throw new CallRefused('The exchange has met no chain yet: nothing was written.')
    const check = checkAddress({ currency: Currency.get('ETH'), address: to, memo: null, mode: deps.mode })
    const destination = Address.safeParse(to)
    if (!check.ok || !destination.success)
      throw new BadCall('--to is no Ethereum address; nothing was written.')
    const at = { chainId: wallet.chainId, destination: destination.data }
    const plan = await planSweep(
      { query: deps.query, client: chainClient(url) },
      { ...at, tokens: wallet.tokens },
    ).catch(() => {
      throw new CallRefused('The node does not answer; nothing was written.')
    })
    const lines = plan.steps.map(({ units, ...step }) => ({
      ...step,
      amount: Money.format({ units, currency: step.currency }),
    }))
    await writeFile(file, `${JSON.stringify(lines, null, 2)}\n`, { flag: 'wx', mode: 0o600 }).catch(() => {
      throw new CallRefused(`The file ${file} could not be written, or is there already.`)
    })
    await keepSweep(deps.query, plan, { ...at, actor, at: deps.now() })
    const needs = plan.gas.map(({ address, wei }) => ({
      address,
      amount: Money.format({ units: wei, currency: 'ETH' }),
    }))
    const unaccounted = plan.unaccounted.map(({ orderId, address, wei }) => ({
      client_order_id: orderId,
      address,
      amount: Money.format({ units: wei, currency: 'ETH' }),
    }))
    return {
      text: [
        `${counted(lines.length, 'transaction is', 'transactions are')} in ${file}.`,
        ...needs.map(
          ({ address, amount }) =>
            `Tokens at ${address} wait for ${amount} ETH: send it from ${destination.data}, then sweep again.`,
        ),
        ...unaccounted.map(
          ({ client_order_id: id, address, amount }) =>
            `The ETH at ${address} stays there: a contract sent ${amount} of it to order ${id}, and “chain credit ${id} <txid>” gives it that first.`,
        ),
      ].join('\n'),
      data: { transactions: lines.length, needs_gas: needs, unaccounted },
    }
  },
})
