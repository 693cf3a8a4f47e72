import type { Merchant } from '../merchant/Merchant.ts'
import type { Platform } from '../Platform.ts'
import { readAmount } from '../protocol/amount.ts'
import { captureAnswer, type Answer } from '../protocol/answers.ts'
import { notValid } from '../protocol/Refusal.ts'
import type { FollowUpFields } from '../protocol/requests.ts'
import { record } from '../transaction/record.ts'
import { operate, OutcomeUnknown } from '../work/operate.ts'
import { transactionOf } from './paymentStatus.ts'

/**
 * Captures a hold now, whole or in part, instead of its scheduled capture. The rest of the hold is released. An unknown
 * outcome is answered as UNDEFINED, and a notification reports it later.
 * @throws Refusal
 */
export async function capture(
  platform: Platform,
  merchant: Merchant,
  fields: FollowUpFields,
): Promise<Answer> {
  const before = await transactionOf(platform, merchant, fields)
  const units = unitsOf(fields, before.money.currency)
  const capturing = await record(platform, before.id, { is: 'capture_started', operationId: null, units })
  if (!('operationId' in capturing)) throw new Error('A capture was started and is not under way.')
  const taken = units ?? before.money.units
  try {
    const { transaction, reason } = await operate(platform, capturing.operationId)
    return captureAnswer(transaction, taken, reason)
  } catch (error) {
    if (error instanceof OutcomeUnknown) return captureAnswer(capturing, taken, null)
    throw error
  }
}

/** The amount of a follow-up request in its transaction's currency; null when none was sent. */
export function unitsOf({ amount }: FollowUpFields, currency: string): bigint | null {
  if (amount === undefined) return null
  const money = readAmount(amount, currency)
  if (money === undefined) throw notValid('amount')
  return money.units
}
