import { day, optional, required, text } from '@cambio/server/cli/arguments.ts'
import { BadCall } from '@cambio/server/cli/BadCall.ts'
import { command } from '@cambio/server/cli/Command.ts'
import * as z from 'zod/mini'
import { Refusal } from '../protocol/Refusal.ts'
import { readAmount, writeAmount } from '../protocol/amount.ts'
import { record } from '../record.ts'
import { findTransaction } from '../store/transactions.ts'
import { isTransactionId, statusOf } from '../Transaction.ts'
import type { CommandDeps } from './CommandDeps.ts'

/** Books back what a bank had taken back. */
export const chargebackWon = command({
  name: 'chargeback won',
  summary:
    'Books that a dispute was won: what was charged back is the merchant’s again, all of it unless an amount is given, and the merchant is notified.',
  words: { transactionId: required(text('<trans_id>'), 'Name the transaction by its trans_id.') },
  options: { amount: optional(text('10.00')), 'bank-date': optional(day) },
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
    const fact = { is: 'dispute_won', units: money?.units ?? null, bankDate } as const
    const after = await record({ query, clock }, id, fact).catch(sayWhy)
    const left = 'chargedBack' in after ? after.chargedBack : 0n
    const total = writeAmount({ units: left, currency })
    return {
      text: `The dispute is won, and booked. Charged back of ${id} now: ${total} ${currency}.`,
      data: { trans_id: id, status: statusOf(after), charged_back: total, currency },
    }
  },
})

function sayWhy(error: unknown): never {
  if (!(error instanceof Refusal)) throw error
  throw new BadCall(
    error.code === 'chargeback_above_amount'
      ? 'That is more than was charged back. Nothing was booked.'
      : 'Nothing of this payment is charged back. Nothing was booked.',
  )
}
