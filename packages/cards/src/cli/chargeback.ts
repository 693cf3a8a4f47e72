import { day, optional, required, text } from '@cambio/server/cli/arguments.ts'
import { BadCall } from '@cambio/server/cli/BadCall.ts'
import { command } from '@cambio/server/cli/Command.ts'
import * as z from 'zod/mini'
import { readAmount, writeAmount } from '../protocol/amount.ts'
import { Refusal } from '../protocol/Refusal.ts'
import { record } from '../record.ts'
import { findTransaction } from '../store/transactions.ts'
import { isTransactionId } from '../Transaction.ts'
import type { CommandDeps } from './CommandDeps.ts'

export const chargeback = command({
  name: 'chargeback',
  summary:
    "Books a bank's chargeback of a captured payment, whole unless an amount is given, and notifies the merchant.",
  words: { transactionId: required(text('<trans_id>'), 'Name the transaction by its trans_id.') },
  options: {
    reason: required(text('<code>')),
    amount: optional(text('10.00')),
    'bank-date': optional(day),
  },
  json: z.object({
    trans_id: z.string(),
    status: z.string(),
    charged_back: z.string(),
    currency: z.string(),
  }),
  async run({ query, clock }: CommandDeps, { words, options }) {
    const id = words.transactionId.toLowerCase()
    const before = isTransactionId(id) ? await findTransaction(query, id) : undefined
    if (before === undefined) throw new BadCall(`There is no transaction ${id}.`)
    const { currency } = before.money
    const money = options.amount === undefined ? null : readAmount(options.amount, currency)
    if (money === undefined) throw new BadCall(`--amount must be an amount in ${currency}.`)
    const bankDate = (options['bank-date'] ?? clock.now()).toISOString().slice(0, 10)
    const fact = {
      is: 'charged_back',
      units: money?.units ?? null,
      reason: options.reason,
      bankDate,
    } as const
    const after = await record({ query, clock }, id, fact).catch(sayWhy)
    if (after.state !== 'charged_back') throw new Error('A chargeback was booked and is not there.')
    const total = writeAmount({ units: after.chargedBack, currency })
    return {
      text: `The chargeback is booked. Charged back of ${id} in all: ${total} ${currency}.`,
      data: { trans_id: id, status: 'CHARGEBACK', charged_back: total, currency },
    }
  },
})

function sayWhy(error: unknown): never {
  if (!(error instanceof Refusal)) throw error
  throw new BadCall(
    error.code === 'chargeback_above_amount'
      ? 'That is more than was captured and not charged back before. Nothing was booked.'
      : 'Only a payment that was captured can be charged back. Nothing was booked.',
  )
}
