import { readAmount, writeAmount } from '../protocol/amount.ts'
import { Refusal } from '../protocol/Refusal.ts'
import { record } from '../record.ts'
import { findTransaction } from '../store/transactions.ts'
import { isTransactionId } from '../Transaction.ts'
import { BadCall, neededText, textOf, wordAt, type Command } from './Command.ts'
import { dayOf } from './transactions.ts'

export const chargebackCommands: Readonly<Record<string, Command>> = {
  chargeback: {
    usage: 'chargeback <trans_id> --reason <code> [--amount 10.00] [--bank-date 2026-03-01]',
    about:
      "Books a bank's chargeback of a captured payment, whole unless an amount is given, and notifies the merchant.",
    options: { reason: { type: 'string' }, amount: { type: 'string' }, 'bank-date': { type: 'string' } },
    async run({ query, clock }, given) {
      const id = wordAt(given, 0, 'transaction by its trans_id').toLowerCase()
      const before = isTransactionId(id) ? await findTransaction(query, id) : undefined
      if (before === undefined) throw new BadCall(`There is no transaction ${id}.`)
      const { currency } = before.money
      const text = textOf(given, 'amount')
      const money = text === undefined ? null : readAmount(text, currency)
      if (money === undefined) throw new BadCall(`--amount must be an amount in ${currency}.`)
      const bankDate = (dayOf(given, 'bank-date') ?? clock.now()).toISOString().slice(0, 10)
      const fact = {
        is: 'charged_back',
        units: money?.units ?? null,
        reason: neededText(given, 'reason'),
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
  },
}

function sayWhy(error: unknown): never {
  if (!(error instanceof Refusal)) throw error
  throw new BadCall(
    error.code === 'chargeback_above_amount'
      ? 'That is more than was captured and not charged back before. Nothing was booked.'
      : 'Only a payment that was captured can be charged back. Nothing was booked.',
  )
}
