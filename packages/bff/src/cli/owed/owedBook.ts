import { bookLine } from '@cambio/exchange/operator/bank/decideRepeat.ts'
import { command } from '@cambio/server/cli/Command.ts'
import * as Money from '@cambio/wire/Money.ts'
import * as z from 'zod/mini'
import { operatorDeps } from '../../operator/operatorDeps.ts'
import { orderActOptions } from '../actArguments.ts'
import type { CommandDeps } from '../CommandDeps.ts'
import { noOpenRepeat, repeatWord } from './repeatWord.ts'

/** Books a bank line that may be a repeat as a new one. */
export const owedBook = command({
  name: 'owed book',
  summary: [
    'Books a bank line that may be a repeat as a new one: its money moved once more. It is handled as any new line',
    'is: it pays the order that it names, or is owed. Look at your account first, and name the line as “owed list”',
    'does, bank:….',
  ].join('\n'),
  words: { line: repeatWord() },
  options: orderActOptions,
  json: z.object({
    booked: z.string(),
    amount: z.string(),
    currency: z.string(),
    outcome: z.enum(['matched', 'owed', 'by_hand']),
    client_order_id: z.nullable(z.string()),
  }),
  async run(deps: CommandDeps, { words: { line }, options: { reason, actor = deps.operator } }) {
    const outcome = await bookLine(operatorDeps(deps), { line, reason, actor })
    if (outcome.is === 'refused') throw noOpenRepeat(line)
    const { is, orderId } = outcome.done.outcome
    const { currency } = outcome.done.line.amount
    const amount = Money.format(outcome.done.line.amount)
    const became = {
      matched: 'is matched',
      owed: 'is owed',
      by_hand: 'left without an order: the books say by hand',
    }
    return {
      text: `${amount} ${currency} of ${line} ${became[is]}${orderId === null ? '' : `, with order ${orderId}`}.`,
      data: { booked: line, amount, currency, outcome: is, client_order_id: orderId },
    }
  },
})
