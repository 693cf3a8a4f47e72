import { setTimeout as sleep } from 'node:timers/promises'
import type { Merchant } from '../merchant/Merchant.ts'
import type { Platform } from '../Platform.ts'
import { saleAnswer, type Answer } from '../protocol/answers.ts'
import { Refusal } from '../protocol/Refusal.ts'
import type { SaleStatements } from '../store/saleStatements.ts'
import { findTransaction } from '../store/transactions.ts'
import { isUndecided } from '../transaction/Transaction.ts'
import { cardTokenOf } from '../vault/cardTokenOf.ts'

/**
 * The existing answer to a SALE's order_id: an equal request, whatever its security code, gets the first one's answer.
 * Undefined: the order_id is new, or all earlier requests were declined, so this one may proceed.
 * @throws Refusal `previous_not_completed` while another request of this order is undecided, `duplicate` after it
 * succeeded
 */
export async function previousAnswer(
  { platform, statements }: { platform: Platform; statements: Pick<SaleStatements, 'transactionsOfOrder'> },
  merchant: Merchant,
  orderId: string,
  fingerprint: Buffer,
): Promise<Answer | undefined> {
  const previous = await statements.transactionsOfOrder({ merchantId: merchant.id, orderId })
  const same = previous.find((candidate) => candidate.fingerprint.equals(fingerprint))
  if (same !== undefined) return settledAnswer(platform, same.transaction.id)
  const undeclined = previous.find(({ transaction }) => transaction.state !== 'declined')?.transaction
  if (undeclined === undefined) return undefined
  throw new Refusal(isUndecided(undeclined) ? 'previous_not_completed' : 'duplicate')
}

const LONGEST_WAIT_MS = 10_000
const LOOK_AGAIN_MS = 50

/**
 * The answer to a SALE that another request or process is working on, once its outcome is stored. After ten seconds it
 * is that the outcome is not known yet.
 */
export async function settledAnswer(platform: Platform, transactionId: string): Promise<Answer> {
  for (let waited = 0; ; waited += LOOK_AGAIN_MS) {
    const transaction = await findTransaction(platform.query, transactionId)
    if (transaction === undefined) throw new Error('A transaction that was just read is gone.')
    if (transaction.answered !== null || waited >= LONGEST_WAIT_MS) {
      return saleAnswer(transaction, cardTokenOf(platform, transaction))
    }
    await sleep(LOOK_AGAIN_MS)
  }
}
