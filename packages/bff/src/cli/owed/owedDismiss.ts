import { dismissLine } from '@cambio/exchange/operator/bank/decideRepeat.ts'
import { command } from '@cambio/server/cli/Command.ts'
import * as Money from '@cambio/wire/Money.ts'
import * as z from 'zod/mini'
import { operatorDeps } from '../../operator/operatorDeps.ts'
import { orderActOptions } from '../actArguments.ts'
import type { CommandDeps } from '../CommandDeps.ts'
import { noOpenRepeat, repeatWord } from './repeatWord.ts'

/** Dismisses a bank line as a repeat. */
export const owedDismiss = command({
  name: 'owed dismiss',
  summary: [
    'Dismisses a bank line as a repeat: the bank reported it twice, and its money moved once. The',
    'books then leave it out. Look at your account first, and name the line as “owed list” does, bank:….',
  ].join('\n'),
  words: { line: repeatWord() },
  options: orderActOptions,
  json: z.object({ dismissed: z.string(), amount: z.string(), currency: z.string() }),
  async run(deps: CommandDeps, { words: { line }, options: { reason, actor = deps.operator } }) {
    const outcome = await dismissLine(operatorDeps(deps), { line, reason, actor })
    if (outcome.is === 'refused') throw noOpenRepeat(line)
    const { currency } = outcome.done.amount
    const amount = Money.format(outcome.done.amount)
    return {
      text: `${line}, ${amount} ${currency}, is a repeat: the books leave it out, and no money moved.`,
      data: { dismissed: line, amount, currency },
    }
  },
})
