import { writeFile } from 'node:fs/promises'
import { sweepDeposits, type SweepRefusal } from '@cambio/exchange/operator/wallet/sweepDeposits.ts'
import type { SweepStep } from '@cambio/exchange/operator/wallet/WalletControl.ts'
import { checkAddress } from '@cambio/exchange/payout/address/checkAddress.ts'
import { required, text } from '@cambio/server/cli/arguments.ts'
import { BadCall } from '@cambio/server/cli/BadCall.ts'
import { CallRefused } from '@cambio/server/cli/CallRefused.ts'
import { command } from '@cambio/server/cli/Command.ts'
import { counted } from '@cambio/server/cli/counted.ts'
import * as Currency from '@cambio/wire/Currency.ts'
import * as Money from '@cambio/wire/Money.ts'
import * as z from 'zod/mini'
import { walletOperatorDeps } from '../../operator/walletOperatorDeps.ts'
import { optionalReasonOptions } from '../actArguments.ts'
import type { CommandDeps } from '../CommandDeps.ts'

/** Writes the transactions that move deposits to a wallet of the operator. */
export const chainSweep = command({
  name: 'chain sweep',
  summary: [
    'Writes a file with transactions that move deposits to your wallet. They are unsigned: sign them where the key of',
    'CHAIN_XPUB is, and send them. They are in the books once they are seen on the chain. Tokens leave an address for ETH',
    'alone: send the ETH that is named there from the wallet that they go to, and call this again when it has arrived. ETH',
    'that a contract has sent to an order stays with all the ETH at its address until “chain credit” has given it to it.',
  ].join('\n'),
  words: { file: required(text('<file>'), 'Name the file that the transactions are written to.') },
  options: {
    to: required(text('<wallet>'), 'Name your wallet that receives them: --to 0x….'),
    ...optionalReasonOptions,
  },
  json: z.object({
    transactions: z.number(),
    needs_gas: z.array(z.object({ address: z.string(), amount: z.string() })),
    /** ETH at an order's address that no deposit brought, which stays there. */
    unaccounted: z.array(z.object({ client_order_id: z.string(), address: z.string(), amount: z.string() })),
  }),
  async run(deps: CommandDeps, { words: { file }, options: { to, reason = null, actor = deps.operator } }) {
    const check = checkAddress({ currency: Currency.get('ETH'), address: to, memo: null, mode: deps.mode })
    if (!check.ok || !to.startsWith('0x'))
      throw new BadCall('--to is no Ethereum address; nothing was written.')
    const outcome = await sweepDeposits(walletOperatorDeps(deps), {
      destination: to,
      actor,
      reason,
      handOver: (steps) => wroteInto(file, steps),
    })
    if (outcome.is === 'refused') throw new CallRefused(refusalText(file, outcome))
    const { steps, gas, unaccounted: unexplained } = outcome.done
    const needs = gas.map(({ address, amount }) => ({ address, amount: Money.format(amount) }))
    const unaccounted = unexplained.map(({ orderId, address, amount }) => ({
      client_order_id: orderId,
      address,
      amount: Money.format(amount),
    }))
    return {
      text: [
        `${counted(steps.length, 'transaction is', 'transactions are')} in ${file}.`,
        ...needs.map(
          ({ address, amount }) =>
            `Tokens at ${address} wait for ${amount} ETH: send it from ${to}, then sweep again.`,
        ),
        ...unaccounted.map(
          ({ client_order_id: id, address, amount }) =>
            `The ETH at ${address} stays there: a contract sent ${amount} of it to order ${id}, and credit it first with “chain credit ${id} <txid>”.`,
        ),
      ].join('\n'),
      data: { transactions: steps.length, needs_gas: needs, unaccounted },
    }
  },
})

/** Writes the transactions into a new file; false if it exists already or could not be written. */
function wroteInto(file: string, steps: readonly SweepStep[]): Promise<boolean> {
  const lines = steps.map(({ units, ...step }) => ({
    ...step,
    amount: Money.format({ units, currency: step.currency }),
  }))
  return writeFile(file, `${JSON.stringify(lines, null, 2)}\n`, { flag: 'wx', mode: 0o600 }).then(
    () => true,
    () => false,
  )
}

function refusalText(file: string, { code }: SweepRefusal): string {
  switch (code) {
    case 'no_network':
      return 'The exchange has not connected to a chain yet: nothing was written.'
    case 'node_silent':
      return 'The node does not answer; nothing was written.'
    case 'not_handed_over':
      return `The file ${file} exists already or could not be written.`
  }
}
