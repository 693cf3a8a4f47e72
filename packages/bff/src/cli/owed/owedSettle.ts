import { settleLine, type SettleRefusal } from '@cambio/exchange/operator/bank/settleLine.ts'
import { required, text } from '@cambio/server/cli/arguments.ts'
import { CallRefused } from '@cambio/server/cli/CallRefused.ts'
import { command } from '@cambio/server/cli/Command.ts'
import * as Money from '@cambio/wire/Money.ts'
import * as z from 'zod/mini'
import { operatorDeps } from '../../operator/operatorDeps.ts'
import { orderActOptions } from '../actArguments.ts'
import type { CommandDeps } from '../CommandDeps.ts'

/** Settles money that the bank received or sent and that belongs to no order. */
export const owedSettle = command({
  name: 'owed settle',
  summary: [
    'Marks a bank transfer that belongs to no order as settled: you sent it back, or found whose it is. Likewise',
    'money that left as a payment and does not match it: you have cleared that up. Name the line as “owed list” does, bank:….',
    'It moves no money. For what is owed for an order, use “order resolve … settle”.',
  ].join('\n'),
  words: { line: required(text('<bank:…>'), 'Name the bank’s line as “owed list” does, bank:….') },
  options: orderActOptions,
  json: z.object({ settled: z.string(), amount: z.string(), currency: z.string() }),
  async run(deps: CommandDeps, { words: { line }, options: { reason, actor = deps.operator } }) {
    const outcome = await settleLine(operatorDeps(deps), { line, reason, actor })
    if (outcome.is === 'refused') throw refusalOf(line, outcome)
    const { amount, wasOwed } = outcome.done
    const [shown, { currency }] = [Money.format(amount), amount]
    return {
      text: `${shown} ${currency} of ${line} are settled by hand, and ${wasOwed ? 'no longer owed' : 'no longer wait for you'}.`,
      data: { settled: line, amount: shown, currency },
    }
  },
})

function refusalOf(line: string, { code }: SettleRefusal): CallRefused {
  switch (code) {
    case 'may_be_repeat':
      return new CallRefused(
        `${line} may be a repeat: run “owed book” if its money moved, or else “owed dismiss”; nothing was settled.`,
      )
    case 'nothing_owed':
      return new CallRefused(
        `Nothing is owed for ${line}: “owed list” shows what is, and nothing was settled.`,
      )
  }
}
