import { day, optional, required, text } from '@cambio/server/cli/arguments.ts'
import { CallRefused } from '@cambio/server/cli/CallRefused.ts'
import { command } from '@cambio/server/cli/Command.ts'
import * as z from 'zod/mini'
import { act } from '../operator/act.ts'
import { writeAmount } from '../protocol/amount.ts'
import { Refusal } from '../protocol/Refusal.ts'
import { record } from '../transaction/record.ts'
import { actorOption } from './actOptions.ts'
import type { CommandDeps } from './CommandDeps.ts'
import { disputedAmount } from './disputedAmount.ts'

export const chargeback = command({
  name: 'chargeback',
  summary:
    "Books a bank's chargeback of a captured payment, whole unless an amount is given, and notifies the merchant.",
  words: { transactionId: required(text('<trans_id>'), 'Name the transaction by its trans_id.') },
  options: {
    reason: required(text('<code>')),
    amount: optional(text('10.00')),
    'bank-date': optional(day),
    actor: actorOption,
  },
  json: z.object({
    trans_id: z.string(),
    status: z.string(),
    charged_back: z.string(),
    currency: z.string(),
  }),
  async run(deps: CommandDeps, { words, options }) {
    const { id, currency, units, bankDate } = await disputedAmount(deps, words.transactionId, options)
    const fact = {
      is: 'charged_back',
      units,
      reason: options.reason,
      bankDate,
    } as const
    const after = await act(deps, { act: 'chargeback', about: id, options }, (query) =>
      record({ ...deps, query }, id, fact).catch(throwReason),
    )
    if (after.state !== 'charged_back') throw new Error('A chargeback was booked and is not there.')
    const total = writeAmount({ units: after.chargedBack, currency })
    return {
      text: `The chargeback is booked. Charged back of ${id} in all: ${total} ${currency}.`,
      data: { trans_id: id, status: 'CHARGEBACK', charged_back: total, currency },
    }
  },
})

function throwReason(error: unknown): never {
  if (!(error instanceof Refusal)) throw error
  throw new CallRefused(
    error.code === 'chargeback_above_amount'
      ? 'That is more than was captured and not charged back before. Nothing was booked.'
      : 'Only a captured payment can be charged back. Nothing was booked.',
  )
}
