import { setTimeout as sleep } from 'node:timers/promises'
import type { Merchant } from '../merchant/Merchant.ts'
import type { Platform } from '../Platform.ts'
import { creditvoidAnswer, type Answer } from '../protocol/answers.ts'
import type { FollowUpFields } from '../protocol/requests.ts'
import { findTransaction } from '../store/transactions.ts'
import { recordOn } from '../transaction/record.ts'
import { unitsOf } from './capture.ts'
import { transactionOf } from './paymentStatus.ts'

const LONGEST_WAIT_MS = 5_000
const LOOK_AGAIN_MS = 50

/**
 * Accepts a reversal of a whole hold, or a refund of a settled payment. The platform's background work carries it out,
 * and a notification reports the outcome. It first waits for a capture in progress, which decides which of the two it
 * is.
 * @throws Refusal
 */
export async function creditvoid(
  platform: Platform,
  merchant: Merchant,
  fields: FollowUpFields,
): Promise<Answer> {
  const { id, money } = await transactionOf(platform, merchant, fields)
  const units = unitsOf(fields, money.currency)
  for (let waited = 0; ;) {
    const before = await findTransaction(platform.query, id)
    if (before === undefined) throw new Error('A transaction that was just read is gone.')
    if (before.state === 'capturing' && waited < LONGEST_WAIT_MS) {
      await sleep(LOOK_AGAIN_MS)
      waited += LOOK_AGAIN_MS
    } else {
      const after = await recordOn(platform, before, { is: 'return_requested', units })
      if (after !== undefined) return creditvoidAnswer(after)
    }
  }
}
