import { notificationFields } from '../notification/notificationFields.ts'
import type { Platform } from '../Platform.ts'
import { Refusal } from '../protocol/Refusal.ts'
import { findTransaction, writeChange } from '../store/transactions.ts'
import type { Change } from './Change.ts'
import type { Fact } from './Fact.ts'
import { step } from './step.ts'
import type { Transaction } from './Transaction.ts'

/**
 * Applies a fact to a transaction and stores the change. If another process changed the transaction meanwhile, it is read
 * and decided again.
 * @returns the transaction after that, changed or not
 * @throws Refusal when the fact is a merchant's request that cannot be granted
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

/** As `record`, for a transaction that was just read. Undefined: it was changed meanwhile, and nothing was stored. */
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
