import { setTimeout as sleep } from 'node:timers/promises'
import { transactionOf } from './ask.ts'
import { unitsOf } from './capture.ts'
import type { Merchant } from './Merchant.ts'
import type { Platform } from './Platform.ts'
import { creditvoidAnswer, type Answer } from './protocol/answers.ts'
import type { MoveFields } from './protocol/requests.ts'
import { record } from './record.ts'
import { findTransaction } from './store/transactions.ts'

const LONGEST_WAIT_MS = 5_000
const LOOK_AGAIN_MS = 50

/**
 * Takes on giving money back: a hold whole, a settled payment as far as it goes. It is done by the platform's own
 * work; how it ended comes by notification. A capture that is under way is waited for, since what there is to give
 * back depends on it.
 * @throws Refusal
 */
export async function creditvoid(
  platform: Platform,
  merchant: Merchant,
  fields: MoveFields,
): Promise<Answer> {
  let before = await transactionOf(platform, merchant, fields)
  const units = unitsOf(fields, before.money.currency)
  for (let waited = 0; before.state === 'capturing' && waited < LONGEST_WAIT_MS; waited += LOOK_AGAIN_MS) {
    await sleep(LOOK_AGAIN_MS)
    before = (await findTransaction(platform.query, before.id)) ?? before
  }
  return creditvoidAnswer(await record(platform, before.id, { is: 'return_asked', units }))
}
