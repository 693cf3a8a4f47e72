import { chart } from '@cambio/exchange/books/chart.ts'
import { ownerlessSettled } from '@cambio/exchange/payin/transfer/statement/ownerlessSettled.ts'
import { required, text } from '@cambio/server/cli/arguments.ts'
import { CallRefused } from '@cambio/server/cli/CallRefused.ts'
import { command } from '@cambio/server/cli/Command.ts'
import { postJournals } from '@cambio/server/postgres/Ledger.ts'
import * as Money from '@cambio/wire/Money.ts'
import * as z from 'zod/mini'
import { isLineNamed } from '../../store/isLineNamed.ts'
import { UNFIT_LINES } from '../../store/unfitLines.ts'
import { orderActOptions } from '../actArguments.ts'
import type { CommandDeps } from '../CommandDeps.ts'

/** Ends the wait for a person of money that came or left by the bank and that no order has. */
export const owedSettle = command({
  name: 'owed settle',
  summary: [
    'Says that money which came by the bank for no order is settled: you sent it back, or know whose it is. So it does of',
    'money that left as a payment which it does not fit: you have cleared that up. Name the line as “owed list” does, bank:….',
    'No money moves by this; what is owed for an order ends by “order resolve … settle”.',
  ].join('\n'),
  words: { line: required(text('<bank:…>'), 'Name the bank’s line as “owed list” does, bank:….') },
  options: orderActOptions,
  json: z.object({ settled: z.string(), amount: z.string(), currency: z.string() }),
  async run(deps: CommandDeps, { words: { line }, options: { reason, actor = deps.operator } }) {
    const amount = await deps.transaction(async (query) => {
      // A statement may take the line's money back at the same time.
      const [held] = await query<{ repeat: string | null }>({
        name: 'cli_owed_line_hold',
        text: HOLD,
        values: [line],
      })
      if (held?.repeat === 'open')
        throw new CallRefused(
          `${line} may be a repeat: say by “owed book” or “owed dismiss” whether its money moved; nothing was settled.`,
        )
      const [owed] = await query<Money.Money>({
        name: 'cli_owed_of_line',
        text: OWED,
        values: [chart.owed(line)],
      })
      const [unfit] = await query<Money.Money>({ name: 'cli_unfit_line', text: UNFIT, values: [line] })
      const amount = owed ?? unfit
      if (!amount || !line.startsWith('bank:'))
        throw new CallRefused(
          `Nothing is owed for ${line}: “owed list” shows what is, and nothing was settled.`,
        )
      await query({
        name: 'cli_owed_act',
        text: KEEP,
        values: [deps.random.uuid(), line, reason, actor, deps.now()],
      })
      // What left has been booked by hand as it came in.
      if (owed) await postJournals(query, [ownerlessSettled(line, owed)], deps.now())
      return { ...amount, wait: owed ? 'no longer owed' : 'wait for you no more' }
    })
    const [shown, { currency, wait }] = [Money.format(amount), amount]
    return {
      text: `${shown} ${currency} of ${line} are settled by hand, and ${wait}.`,
      data: { settled: line, amount: shown, currency },
    }
  },
})

const OWED = `
  select a.asset as currency, -sum(p.units) as units from account a join posting p on p.account_id = a.id
  where a.name = $1 and p.layer = 'posted' group by a.id having sum(p.units) <> 0`

const UNFIT = `select e.currency, e.units ${UNFIT_LINES} and ${isLineNamed('e', '$1')}`

const HOLD = `select e.repeat from bank_entry e where ${isLineNamed('e', '$1')} for update`

const KEEP = `
  insert into owed_act (id, owed, act, reason, actor, at) values ($1, $2, 'settle', $3, $4, $5)`
