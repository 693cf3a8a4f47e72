import { writeAmount } from './amount.ts'
import type { Notice } from '../step.ts'
import { statusOf, type Transaction } from '../Transaction.ts'
import { protocolDate } from './answers.ts'

/**
 * The fields of a notification, but for `hash` and `card_token`, which are made when it is sent. A field without a
 * value is not sent.
 */
export function noticeFields(transaction: Transaction, notice: Notice, at: Date): Record<string, string> {
  const fields: Record<string, string> = { action: notice.action, result: notice.result }
  // A declined return says nothing of the payment: it stands as it stood.
  if (notice.action !== 'CREDITVOID' || notice.result === 'SUCCESS') fields['status'] = statusOf(transaction)
  fields['order_id'] = transaction.orderId
  fields['trans_id'] = transaction.id
  if (notice.action !== 'CREDITVOID') fields['trans_date'] = protocolDate(transaction.createdAt)
  if (notice.action === 'CREDITVOID' && notice.result === 'SUCCESS')
    fields['creditvoid_date'] = protocolDate(at)
  if (notice.action === 'CHARGEBACK') {
    fields['chargeback_date'] = protocolDate(at)
    if (notice.bankDate !== undefined) fields['bank_date'] = notice.bankDate
    if (notice.reason !== undefined) fields['reason_code'] = notice.reason
  }
  if (notice.units !== undefined) {
    fields['descriptor'] = transaction.descriptor
    fields['amount'] = writeAmount({ units: notice.units, currency: transaction.money.currency })
    fields['currency'] = transaction.money.currency
  }
  fields['card'] = transaction.card.mask
  fields['card_expiration_date'] = `${transaction.card.expiry.month}/${transaction.card.expiry.year}`
  if (notice.result === 'DECLINED' && notice.reason !== undefined) fields['decline_reason'] = notice.reason
  return fields
}
