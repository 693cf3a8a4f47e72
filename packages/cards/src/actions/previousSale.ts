import { setTimeout as sleep } from 'node:timers/promises'
import type { Merchant } from '../merchant/Merchant.ts'
import type { Platform } from '../Platform.ts'
import { saleAnswer, type Answer } from '../protocol/answers.ts'
import { Refusal } from '../protocol/Refusal.ts'
import { findTransaction, transactionsOfOrder } from '../store/transactions.ts'
import { isUndecided } from '../transaction/Transaction.ts'
import { tokenOf } from '../vault/cardToken.ts'

/**
 * What an order_id that was used before means for a SALE: the same request (but for the security code) has its answer
 * already; a differing one has to wait for the earlier one, or comes too late, or may go on because the earlier one
 * was declined (undefined).
 * @throws Refusal `previous_not_completed` or `duplicate`
 */
export async function previousAnswer(
  platform: Platform,
  merchant: Merchant,
  orderId: string,
  fingerprint: Buffer,
): Promise<Answer | undefined> {
  const previous = await transactionsOfOrder(platform.query, merchant.id, orderId)
  const same = previous.find((candidate) => candidate.fingerprint.equals(fingerprint))
  if (same !== undefined) return settledAnswer(platform, same.transaction.id)
  const undeclined = previous.find(({ transaction }) => transaction.state !== 'declined')?.transaction
  if (undeclined === undefined) return undefined
  throw new Refusal(isUndecided(undeclined) ? 'previous_not_completed' : 'duplicate')
}

const LONGEST_WAIT_MS = 10_000
const LOOK_AGAIN_MS = 50

/**
 * The answer of a SALE that somebody else is at work on: the loser of a race waits for the winner's outcome. Who waits
 * too long is told that it is not known yet.
 */
export async function settledAnswer(platform: Platform, transactionId: string): Promise<Answer> {
  for (let waited = 0; ; waited += LOOK_AGAIN_MS) {
    const transaction = await findTransaction(platform.query, transactionId)
    if (transaction === undefined) throw new Error('A transaction that was just there is gone.')
    if (transaction.answered !== null || waited >= LONGEST_WAIT_MS) {
      return saleAnswer(transaction, tokenOf(platform, transaction))
    }
    await sleep(LOOK_AGAIN_MS)
  }
}
