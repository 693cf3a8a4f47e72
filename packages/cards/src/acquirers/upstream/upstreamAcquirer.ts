import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock } from '@cambio/server/Clock.ts'
import type { Log } from '@cambio/server/log.ts'
import type { Query } from '@cambio/server/postgres/Database.ts'
import type * as z from 'zod/mini'
import { readAmount, writeAmount } from '../../protocol/amount.ts'
import { followUpHash, sameHash, subjectOf } from '../../protocol/hash.ts'
import type {
  Acquirer,
  AcquirerNotice,
  Authorisation,
  NoticeReading,
  Outcome,
  Payments,
  Question,
  Chargebacks,
} from '../Acquirer.ts'
import type { AcquirerPayment } from '../AcquirerPayment.ts'
import { SaleReply, StatusReply, type Details } from './answers.ts'
import { call, paymentReferenceFields, NoAnswer, saleSignature, TooManyRequests } from './call.ts'
import { declineReasonOf } from './declineReasonOf.ts'
import { getDetails } from './details.ts'
import { meansFields } from './meansFields.ts'
import { runOperation } from './runOperation.ts'
import type { UpstreamAccount } from './UpstreamAccount.ts'

type Deps = { readonly query: Query; readonly clock: Clock; readonly log: Log }

/** The acquirer's name in a merchant's settings. */
export const UPSTREAM = 'upstream'

/**
 * Another card platform of this protocol, at which this platform is a merchant. Our trans_id is its order_id, so a SALE
 * that is sent twice is one payment there. Its challenges are passed on unchanged, and the buyer returns to us.
 */
export function upstreamAcquirer(deps: Deps, account: UpstreamAccount): Acquirer {
  const operating = { ...deps, account }
  return {
    name: UPSTREAM,
    acceptsFromWallets: ['network_token'],
    authorise: (request, signal) => authorise(deps, account, request, signal),
    getPaymentStatus: (question, signal) => getPaymentStatus(account, question, signal),
    capture: (request, signal) => runOperation(operating, 'CAPTURE', request, signal),
    reverse: (request, signal) => runOperation(operating, 'REVERSAL', request, signal),
    refund: (request, signal) => runOperation(operating, 'REFUND', request, signal),
    getChargebacks: (payment, signal) => getChargebacks(account, payment, signal),
    readNotice: (notice, payments) => readNotice(account, notice, payments),
  }
}

async function authorise(
  { log }: Deps,
  account: UpstreamAccount,
  request: Authorisation,
  signal: AbortSignal,
): Promise<Outcome> {
  const { transactionId, money } = request
  const answer = await sendSale(account, saleFields(account, request), signal)
  switch (answer.result) {
    case 'SUCCESS': {
      const isOurs = answer.order_id === transactionId && answer.currency === money.currency
      if (!isOurs || readAmount(answer.amount, money.currency)?.units !== money.units) {
        throw new NoAnswer('The upstream platform answered for another payment than it was asked for.')
      }
      return answer.status === 'PREPARE' ? { is: 'unknown' } : { is: 'done', reference: answer.trans_id }
    }
    case 'REDIRECT':
      return { is: 'challenge', reference: answer.trans_id, challenge: challengeOf(answer) }
    case 'DECLINED':
      return { is: 'declined', reason: declineReasonOf(answer.decline_reason) }
    case 'UNDEFINED':
      return { is: 'unknown' }
    case 'ERROR': {
      const { error_code: reason } = answer
      // Both mean that it already has a payment of this order, whose status is asked for later.
      if (reason === '400' || /previous payment/i.test(answer.error_message)) return { is: 'unknown' }
      // No bank was asked: the account was refused, is over its limit, or sent an invalid field. The operator has to
      // act.
      const error = new Error('The upstream platform refused a SALE.')
      log.error('The upstream platform refused a SALE', { transId: transactionId, reason, error })
      return { is: 'declined', reason: 'Declined by processing' }
    }
  }
}

/** Its rate limit is per second. A SALE that is still refused after these retries is one of far too many. */
const RETRIES = 3
const LONGEST_WAIT_MS = 3_000

/** Sends a SALE, and again after the rate limit refused it: a refused SALE was not stored, so its order_id is still free. */
async function sendSale(
  account: UpstreamAccount,
  fields: Readonly<Record<string, string | undefined>>,
  signal: AbortSignal,
): Promise<z.output<typeof SaleReply>> {
  for (let left = RETRIES; ; left -= 1) {
    try {
      return await call(account, SaleReply, fields, signal)
    } catch (error) {
      if (!(error instanceof TooManyRequests)) throw error
      if (left === 0 || error.retryAfterMs > LONGEST_WAIT_MS)
        return { result: 'ERROR', error_code: '429', error_message: error.message }
      await sleep(error.retryAfterMs, undefined, { signal })
    }
  }
}

function saleFields(account: UpstreamAccount, request: Authorisation): Record<string, string | undefined> {
  const { means, payer, money } = request
  const payerFields = Object.entries(payer).map(([name, value]) => [`payer_${name}`, value] as const)
  return {
    action: 'SALE',
    order_id: request.transactionId,
    order_amount: writeAmount(money),
    order_currency: money.currency,
    order_description: request.description,
    ...meansFields(means),
    ...Object.fromEntries(payerFields),
    term_url_3ds: request.returnUrl,
    // The buyer returns to us in the frame that our merchant opened, and we send them on.
    term_url_target: '_self',
    hash: saleSignature(account, payer.email, means.pan.mask),
  }
}

async function getPaymentStatus(
  account: UpstreamAccount,
  question: Question,
  signal: AbortSignal,
): Promise<Outcome | { readonly is: 'absent' | 'waiting' }> {
  if (question.reference !== null) return outcomeOf(await getDetails(account, question, signal))
  const fields = { action: 'GET_TRANS_STATUS_BY_ORDER', ...paymentReferenceFields(account, question) }
  const answer = await call(account, StatusReply, fields, signal)
  if (answer.result === 'ERROR') {
    if (answer.error_code === '208001') return { is: 'absent' }
    throw new NoAnswer(`The upstream platform refused to say what became of a SALE: ${answer.error_code}.`)
  }
  const { status, trans_id: reference, redirect_url } = answer
  if (status !== '3DS' && status !== 'REDIRECT') {
    return outcomeOf(await getDetails(account, { ...question, reference }, signal))
  }
  // Without the address the buyer cannot be sent there. The upstream platform ends the challenge when it expires.
  if (redirect_url === undefined) return { is: 'waiting' }
  return { is: 'challenge', reference, challenge: challengeOf({ ...answer, status, redirect_url }) }
}

/** The outcome of an authorisation by the payment's status. */
function outcomeOf({
  status,
  trans_id: reference,
  decline_reason,
}: Details): Outcome | { readonly is: 'waiting' } {
  switch (status) {
    case 'PENDING':
    case 'SETTLED':
    case 'CHARGEBACK':
      return { is: 'done', reference }
    case 'DECLINED':
      return { is: 'declined', reason: declineReasonOf(decline_reason) }
    // The hold was released there before we knew of it.
    case 'REVERSAL':
    case 'REFUND':
    case 'VOID':
      return { is: 'declined', reason: 'Declined by processing' }
    case '3DS':
    case 'REDIRECT':
      return { is: 'waiting' }
    case 'PREPARE':
      return { is: 'unknown' }
  }
}

function challengeOf(answer: {
  status: '3DS' | 'REDIRECT'
  redirect_url: string
  redirect_method: 'GET' | 'POST'
  redirect_params: Record<string, string>
}) {
  const { status, redirect_url: url, redirect_method: method, redirect_params: params } = answer
  return { status, url, method, params }
}

async function getChargebacks(
  account: UpstreamAccount,
  payment: AcquirerPayment,
  signal: AbortSignal,
): Promise<Chargebacks> {
  const { transactions } = await getDetails(account, payment, signal)
  const of = (kind: string) =>
    transactions.filter(({ type, status }) => type === kind && status === 'success')
  const sumOf = (entries: typeof transactions) =>
    entries.reduce((sum, { amount }) => sum + (readAmount(amount, payment.held.currency)?.units ?? 0n), 0n)
  const chargebacks = of('CHARGEBACK')
  return {
    is: 'known',
    // A dispute that was won reduces the total.
    units: sumOf(chargebacks) - sumOf(of('CHARGEBACK_REVERSAL')),
    reason: 'upstream',
    bankDate: chargebacks.at(-1)?.date.slice(0, 10) ?? '',
  }
}

/** Verifies its notifications, which carry the hash of every request after a SALE. */
async function readNotice(
  account: UpstreamAccount,
  { body }: AcquirerNotice,
  payments: Payments,
): Promise<NoticeReading> {
  const fields = new URLSearchParams(body)
  const payment = await payments.byId(fields.get('order_id') ?? '')
  const transId = fields.get('trans_id') ?? ''
  if (payment === undefined || (payment.reference ?? transId) !== transId) return { is: 'forged' }
  const expected = followUpHash(account.signer, payment.payerEmail, transId, subjectOf(payment.mask))
  const isTheirs = sameHash(expected, fields.get('hash') ?? '')
  return isTheirs ? { is: 'event', transactionId: payment.transactionId } : { is: 'forged' }
}
