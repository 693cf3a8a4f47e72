import { day, optional, required, text } from '@cambio/server/cli/arguments.ts'
import { CallRefused } from '@cambio/server/cli/CallRefused.ts'
import { command } from '@cambio/server/cli/Command.ts'
import * as z from 'zod/mini'
import { act } from '../operator/act.ts'
import { writeAmount } from '../protocol/amount.ts'
import { Refusal } from '../protocol/Refusal.ts'
import { record } from '../transaction/record.ts'
import { statusOf } from '../transaction/Transaction.ts'
import { actOptions } from './actOptions.ts'
import type { CommandDeps } from './CommandDeps.ts'
import { disputedAmount } from './disputedAmount.ts'

/** Books that a dispute was won. */
export const chargebackWon = command({
  name: 'chargeback won',
  summary:
    'Books that a dispute was won: what was charged back is the merchant’s again, all of it unless an amount is given, and the merchant is notified.',
  words: { transactionId: required(text('<trans_id>'), 'Name the transaction by its trans_id.') },
  options: { amount: optional(text('10.00')), 'bank-date': optional(day), ...actOptions },
  json: z.object({
    trans_id: z.string(),
    status: z.string(),
    charged_back: z.string(),
    currency: z.string(),
  }),
  async run(deps: CommandDeps, { words, options }) {
    const { id, currency, units, bankDate } = await disputedAmount(deps, words.transactionId, options)
    const fact = { is: 'dispute_won', units, bankDate } as const
    const after = await act(deps, { act: 'chargeback won', about: id, options }, (query) =>
      record({ ...deps, query }, id, fact).catch(throwReason),
    )
    const left = 'chargedBack' in after ? after.chargedBack : 0n
    const total = writeAmount({ units: left, currency })
    return {
      text: `The dispute is won, and booked. Charged back of ${id} now: ${total} ${currency}.`,
      data: { trans_id: id, status: statusOf(after), charged_back: total, currency },
    }
  },
})

function throwReason(error: unknown): never {
  if (!(error instanceof Refusal)) throw error
  throw new CallRefused(
    error.code === 'chargeback_above_amount'
      ? 'That is more than was charged back. Nothing was booked.'
      : 'Nothing of this payment was charged back. Nothing was booked.',
  )
}
