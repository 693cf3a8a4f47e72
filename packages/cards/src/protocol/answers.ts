import type { Expiry } from '../means/Expiry.ts'
import type { LogRow } from '../store/transactions.ts'
import { statusOf, type Transaction } from '../transaction/Transaction.ts'
import { writeAmount } from './amount.ts'

/** An answer of the protocol. It is for the merchant's server, never for a browser. */
export type Answer = Readonly<Record<string, unknown>>

/**
 * The answer of a SALE: its outcome as it was first known, so that the same request always gets the same answer.
 * @param cardToken the token that was asked for, said only when the SALE succeeded
 */
export function saleAnswer(transaction: Transaction, cardToken: string | null): Answer {
  const { answered } = transaction
  return {
    action: 'SALE',
    ...resultOf(answered),
    order_id: transaction.orderId,
    trans_id: transaction.id,
    trans_date: protocolDate(transaction.createdAt),
    descriptor: transaction.descriptor,
    ...(answered === 'PENDING' ? tokenMembers(transaction, cardToken) : {}),
    amount: writeAmount(transaction.money),
    currency: transaction.money.currency,
    ...(answered === 'DECLINED' ? declineOf(transaction) : {}),
    ...(answered === '3DS' || answered === 'REDIRECT' ? redirectOf(transaction) : {}),
    ...cardOf(transaction),
  }
}

/** The answer of GET_TRANS_STATUS and GET_TRANS_STATUS_BY_ORDER: the transaction's present status. */
export function statusAnswer(action: string, transaction: Transaction): Answer {
  return {
    action,
    result: 'SUCCESS',
    status: statusOf(transaction),
    order_id: transaction.orderId,
    trans_id: transaction.id,
    amount: writeAmount(transaction.money),
    currency: transaction.money.currency,
    ...declineOf(transaction),
    ...(transaction.state === 'challenged' ? redirectOf(transaction) : {}),
    ...cardOf(transaction),
  }
}

/**
 * The answer of GET_TRANS_DETAILS: the transaction's status and its log.
 * @param cardToken the token that was asked for, said while the payment stands
 */
export function detailsAnswer(
  transaction: Transaction,
  log: readonly LogRow[],
  cardToken: string | null,
): Answer {
  const { currency } = transaction.money
  return {
    action: 'GET_TRANS_DETAILS',
    result: 'SUCCESS',
    status: statusOf(transaction),
    order_id: transaction.orderId,
    trans_id: transaction.id,
    name: transaction.payer.name,
    mail: transaction.payer.email,
    ip: transaction.payer.ip,
    amount: writeAmount(transaction.money),
    currency,
    ...(standing.has(transaction.state) ? tokenMembers(transaction, cardToken) : {}),
    ...declineOf(transaction),
    ...cardOf(transaction),
    transactions: log.map(({ at, type, status, units }) => ({
      date: protocolDate(at),
      type,
      status,
      amount: writeAmount({ units, currency }),
    })),
  }
}

/** The answer of a CAPTURE that has ended, or whose outcome a notification will tell. */
export function captureAnswer(transaction: Transaction, units: bigint, declineReason: string | null): Answer {
  const settled = 'captured' in transaction
  return {
    action: 'CAPTURE',
    result: settled ? 'SUCCESS' : declineReason === null ? 'UNDEFINED' : 'DECLINED',
    status: settled ? 'SETTLED' : 'PENDING',
    order_id: transaction.orderId,
    trans_id: transaction.id,
    trans_date: protocolDate(transaction.createdAt),
    descriptor: transaction.descriptor,
    amount: writeAmount({ units, currency: transaction.money.currency }),
    currency: transaction.money.currency,
    ...(declineReason === null ? {} : { decline_reason: declineReason }),
    ...cardOf(transaction),
  }
}

/** The answer of a CREDITVOID: it is accepted, and a notification tells its outcome. */
export function creditvoidAnswer(transaction: Transaction): Answer {
  return {
    action: 'CREDITVOID',
    result: 'ACCEPTED',
    order_id: transaction.orderId,
    trans_id: transaction.id,
    ...cardOf(transaction),
  }
}

/** A time as the protocol writes it, in UTC: `2026-03-01 09:30:00`. */
export function protocolDate(at: Date): string {
  return at.toISOString().slice(0, 19).replace('T', ' ')
}

function resultOf(answered: Transaction['answered']) {
  switch (answered) {
    case 'PENDING':
      return { result: 'SUCCESS', status: answered }
    case 'DECLINED':
      return { result: 'DECLINED', status: answered }
    case '3DS':
    case 'REDIRECT':
      return { result: 'REDIRECT', status: answered }
    case null:
      return { result: 'UNDEFINED', status: 'PREPARE' }
  }
}

function declineOf(transaction: Transaction) {
  if (transaction.state !== 'declined') return {}
  const canceled = transaction.challenge?.canceled === true
  return { decline_reason: transaction.reason, ...(canceled ? { canceled_by_payer: true } : {}) }
}

function redirectOf({ challenge }: Transaction) {
  if (challenge === null) return {}
  const { url, params, method } = challenge
  // The protocol's clients know "no parameters" as an empty array.
  return {
    redirect_url: url,
    redirect_params: Object.keys(params).length > 0 ? params : [],
    redirect_method: method,
  }
}

/** The states of a payment that succeeded and was not given back. */
const standing: ReadonlySet<Transaction['state']> = new Set(['held', 'capturing', 'settled'])

/** A token that lasts, and until when its card does. */
function tokenMembers({ means }: Transaction, cardToken: string | null) {
  if (cardToken === null) return {}
  return { card_token: cardToken, card_expiration_date: expirationDate(means.expiry) }
}

/** An expiry as the protocol writes it in answers: `01/2038`. */
export function expirationDate({ month, year }: Expiry): string {
  return `${month}/${year}`
}

function cardOf({ means }: Transaction) {
  return { card: means.mask, card_brand: means.brand, issuer_country: means.issuerCountry }
}
