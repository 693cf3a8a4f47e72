import type { Merchant } from '../merchant/Merchant.ts'
import type { Platform } from '../Platform.ts'
import { detailsAnswer, statusAnswer, type Answer } from '../protocol/answers.ts'
import { followUpHash, subjectOf, type Signer } from '../protocol/hash.ts'
import { isSignedBy } from '../protocol/isSignedBy.ts'
import { badHash, Refusal } from '../protocol/Refusal.ts'
import type { OrderFields, TransactionFields } from '../protocol/requests.ts'
import { findTransaction, logOf, transactionsOfOrder } from '../store/transactions.ts'
import type { Transaction } from '../transaction/Transaction.ts'
import { cardTokenOf } from '../vault/cardTokenOf.ts'

/** The state of a transaction. @throws Refusal */
export async function getStatus(
  platform: Platform,
  merchant: Merchant,
  fields: TransactionFields,
): Promise<Answer> {
  return statusAnswer('GET_TRANS_STATUS', await transactionOf(platform, merchant, fields))
}

/** The state and history of a transaction. @throws Refusal */
export async function getDetails(
  platform: Platform,
  merchant: Merchant,
  fields: TransactionFields,
): Promise<Answer> {
  const transaction = await transactionOf(platform, merchant, fields)
  const log = await logOf(platform.query, transaction.id)
  return detailsAnswer(transaction, log, cardTokenOf(platform, transaction))
}

/**
 * The outcome of an order_id: its transaction that was not declined, or else the newest. The request is signed with the
 * card and e-mail of one of them, which selects it when there are several.
 * @throws Refusal
 */
export async function getStatusByOrder(
  platform: Platform,
  merchant: Merchant,
  fields: OrderFields,
): Promise<Answer> {
  const transactions = await transactionsOfOrder(platform.query, merchant.id, fields.order_id)
  if (transactions.length === 0) throw new Refusal('payment_unknown')
  const meant = transactions.find(({ transaction }) =>
    isSigned(merchant, transaction, fields.order_id, fields.hash),
  )
  if (meant === undefined) throw new Refusal('invalid', [badHash])
  return statusAnswer('GET_TRANS_STATUS_BY_ORDER', meant.transaction)
}

/** The merchant's own transaction that a signed request names. A transaction of another merchant counts as unknown. */
export async function transactionOf(
  platform: Platform,
  merchant: Merchant,
  { trans_id, hash }: TransactionFields,
): Promise<Transaction> {
  const transaction = await findTransaction(platform.query, trans_id)
  if (transaction?.merchantId !== merchant.id) throw new Refusal('payment_unknown')
  if (!isSigned(merchant, transaction, trans_id, hash)) throw new Refusal('invalid', [badHash])
  return transaction
}

function isSigned(merchant: Merchant, { payer, means }: Transaction, id: string, hash: string): boolean {
  const hashBy = (signer: Signer) => followUpHash(signer, payer.email, id, subjectOf(means.mask))
  return isSignedBy(merchant, hashBy, hash)
}
