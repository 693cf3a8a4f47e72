import { writeAmount } from '../protocol/amount.ts'
import { expirationDate, protocolDate } from '../protocol/answers.ts'
import type { Notification } from '../transaction/Change.ts'
import { statusOf, type Transaction } from '../transaction/Transaction.ts'

/**
 * The fields of a notification, but for `hash` and `card_token`, which are made when it is sent. A field without a
 * value is not sent.
 */
export function notificationFields(
  transaction: Transaction,
  notification: Notification,
  at: Date,
): Record<string, string> {
  const fields: Record<string, string> = { action: notification.action, result: notification.result }
  // A declined return is reported by its own status: the payment itself stays as it is.
  const isReturnDeclined = notification.action === 'CREDITVOID' && notification.result === 'DECLINED'
  fields['status'] = isReturnDeclined ? 'DECLINED' : statusOf(transaction)
  fields['order_id'] = transaction.orderId
  fields['trans_id'] = transaction.id
  if (notification.action !== 'CREDITVOID') fields['trans_date'] = protocolDate(transaction.createdAt)
  if (notification.action === 'CREDITVOID' && notification.result === 'SUCCESS')
    fields['creditvoid_date'] = protocolDate(at)
  if (notification.action === 'CHARGEBACK' || notification.action === 'CHARGEBACK_REVERSAL') {
    fields['chargeback_date'] = protocolDate(at)
    if (notification.bankDate !== undefined) fields['bank_date'] = notification.bankDate
    if (notification.reason !== undefined) fields['reason_code'] = notification.reason
  }
  if (notification.units !== undefined) {
    fields['descriptor'] = transaction.descriptor
    fields['amount'] = writeAmount({ units: notification.units, currency: transaction.money.currency })
    fields['currency'] = transaction.money.currency
  }
  fields['card'] = transaction.means.mask
  fields['card_expiration_date'] = expirationDate(transaction.means.expiry)
  if (notification.result === 'DECLINED' && notification.reason !== undefined)
    fields['decline_reason'] = notification.reason
  return fields
}
