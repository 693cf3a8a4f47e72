import { BadCall } from '@cambio/server/cli/BadCall.ts'
import { CallRefused } from '@cambio/server/cli/CallRefused.ts'
import { readAmount } from '../protocol/amount.ts'
import { findTransaction } from '../store/transactions.ts'
import { isTransactionId } from '../transaction/Transaction.ts'
import type { CommandDeps } from './CommandDeps.ts'

/** The amount of a dispute, and the bank's date of it. */
export type DisputedAmount = {
  readonly id: string
  readonly currency: string
  /** Minor units; null for all of it. */
  readonly units: bigint | null
  /** YYYY-MM-DD, today where none was given. */
  readonly bankDate: string
}

/** Reads a dispute's arguments. @throws CallRefused for an unknown transaction @throws BadCall for an invalid amount */
export async function disputedAmount(
  { query, clock }: Pick<CommandDeps, 'query' | 'clock'>,
  transactionId: string,
  options: { readonly amount?: string | undefined; readonly 'bank-date'?: Date | undefined },
): Promise<DisputedAmount> {
  const id = transactionId.toLowerCase()
  const before = isTransactionId(id) ? await findTransaction(query, id) : undefined
  if (before === undefined) throw new CallRefused(`There is no transaction ${id}.`)
  const { currency } = before.money
  const money = options.amount === undefined ? null : readAmount(options.amount, currency)
  if (money === undefined) throw new BadCall(`--amount must be an amount in ${currency}.`)
  const bankDate = (options['bank-date'] ?? clock.now()).toISOString().slice(0, 10)
  return { id, currency, units: money?.units ?? null, bankDate }
}
