import { notificationFields } from '../notification/notificationFields.ts'
import type { Platform } from '../Platform.ts'
import { Refusal } from '../protocol/Refusal.ts'
import { findTransaction, writeChange } from '../store/transactions.ts'
import type { Change } from './Change.ts'
import type { Fact } from './Fact.ts'
import { step } from './step.ts'
import type { Transaction } from './Transaction.ts'

/**
 * Writes what a fact makes of a transaction, whoever else is writing to it: the one that comes second looks again and
 * decides anew.
 * @returns the transaction as it stands now, changed or not
 * @throws Refusal when the fact is a merchant's wish that cannot be had
 */
export async function record(
  platform: Pick<Platform, 'query' | 'clock'>,
  transactionId: string,
  factOf: Fact | ((transaction: Transaction) => Promise<Fact | null>),
): Promise<Transaction> {
  for (;;) {
    const before = await findTransaction(platform.query, transactionId)
    if (before === undefined) throw new Refusal('payment_unknown')
    const fact = typeof factOf === 'function' ? await factOf(before) : factOf
    const next = fact === null ? before : await recordOn(platform, before, fact)
    if (next !== undefined) return next
  }
}

/** As `record`, on a transaction as it was just read; undefined when somebody changed it since. */
export async function recordOn(
  platform: Pick<Platform, 'query' | 'clock'>,
  before: Transaction,
  fact: Fact,
): Promise<Transaction | undefined> {
  const at = platform.clock.now()
  const change = step(before, fact, at)
  if (change === null) return before
  const written = await writeChange(platform.query, before, change, {
    at,
    notification: notificationOf(change, at),
  })
  return written ? change.next : undefined
}

function notificationOf({ notification, next }: Change, at: Date) {
  if (notification === undefined) return null
  const withToken =
    notification.action === 'SALE' && notification.result === 'SUCCESS' && next.vaultId !== null
  return { fields: notificationFields(next, notification, at), withToken }
}
