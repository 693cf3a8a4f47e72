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
  TakenBack,
} from '../Acquirer.ts'
import type { AcquirerPayment } from '../AcquirerPayment.ts'
import type { Account } from './Account.ts'
import { SaleReply, StatusReply, type Details } from './answers.ts'
import { call, named, NoAnswer, saleSignature, TooManyRequests } from './call.ts'
import { getDetails } from './details.ts'
import { meansFields } from './meansFields.ts'
import { move } from './moves.ts'
import { reasonOf } from './reasonOf.ts'

type Deps = { readonly query: Query; readonly clock: Clock; readonly log: Log }

/** What merchants name it by. */
export const UPSTREAM = 'upstream'

/**
 * Another platform that speaks this same protocol, with this one as its merchant. Our trans_id is its order_id, so a
 * SALE sent twice is one there too; a challenge is handed through as it came, and comes back to us.
 */
export function upstreamAcquirer(deps: Deps, account: Account): Acquirer {
  const moving = { ...deps, account }
  return {
    name: UPSTREAM,
    authorise: (request, signal) => authorise(deps, account, request, signal),
    getPaymentStatus: (question, signal) => getPaymentStatus(account, question, signal),
    capture: (request, signal) => move(moving, 'CAPTURE', request, signal),
    reverse: (request, signal) => move(moving, 'REVERSAL', request, signal),
    refund: (request, signal) => move(moving, 'REFUND', request, signal),
    takenBack: (payment, signal) => takenBack(account, payment, signal),
    readNotice: (notice, payments) => readNotice(account, notice, payments),
  }
}

async function authorise(
  { log }: Deps,
  account: Account,
  request: Authorisation,
  signal: AbortSignal,
): Promise<Outcome> {
  const { transactionId, money } = request
  const answer = await sell(account, saleFields(account, request), signal)
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
      return { is: 'declined', reason: reasonOf(answer.decline_reason) }
    case 'UNDEFINED':
      return { is: 'unknown' }
    case 'ERROR': {
      const { error_code: reason } = answer
      // Both say that it has a payment of this order already: what became of that one is asked.
      if (reason === '400' || /previous payment/i.test(answer.error_message)) return { is: 'unknown' }
      // No bank was asked: the account is not let in, sends more than it may, or something that is not taken. Nobody but
      // the operator can put that right.
      const error = new Error('The upstream platform refused a SALE.')
      log.error('The upstream platform refused a SALE', { transId: transactionId, reason, error })
      return { is: 'declined', reason: 'Declined by processing' }
    }
  }
}

/** Seconds are counted there, so a SALE that stays one too many for longer is one of far too many. */
const MORE_TRIES = 3
const LONGEST_WAIT_MS = 3_000

/** Sends a SALE, and again where it was one too many: what was turned away is not there, and its order_id is still free. */
async function sell(
  account: Account,
  fields: Readonly<Record<string, string | undefined>>,
  signal: AbortSignal,
): Promise<z.output<typeof SaleReply>> {
  for (let left = MORE_TRIES; ; left -= 1) {
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

function saleFields(account: Account, request: Authorisation): Record<string, string | undefined> {
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
    // The challenge stays where our merchant opened it; where the buyer goes from there is ours to say.
    term_url_target: '_self',
    hash: saleSignature(account, payer.email, means.pan.mask),
  }
}

async function getPaymentStatus(
  account: Account,
  question: Question,
  signal: AbortSignal,
): Promise<Outcome | { readonly is: 'absent' | 'waiting' }> {
  if (question.reference !== null) return decided(await getDetails(account, question, signal))
  const fields = { action: 'GET_TRANS_STATUS_BY_ORDER', ...named(account, question) }
  const answer = await call(account, StatusReply, fields, signal)
  if (answer.result === 'ERROR') {
    if (answer.error_code === '208001') return { is: 'absent' }
    throw new NoAnswer(`The upstream platform refused to say what became of a SALE: ${answer.error_code}.`)
  }
  const { status, trans_id: reference, redirect_url } = answer
  if (status !== '3DS' && status !== 'REDIRECT') {
    return decided(await getDetails(account, { ...question, reference }, signal))
  }
  // Without the address nobody can send the buyer there; the other platform ends it when its time is over.
  if (redirect_url === undefined) return { is: 'waiting' }
  return { is: 'challenge', reference, challenge: challengeOf({ ...answer, status, redirect_url }) }
}

/** What an authorisation has come to. */
function decided({
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
      return { is: 'declined', reason: reasonOf(decline_reason) }
    // Somebody gave the money back there before we knew that we had it.
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

async function takenBack(
  account: Account,
  payment: AcquirerPayment,
  signal: AbortSignal,
): Promise<TakenBack> {
  const { transactions } = await getDetails(account, payment, signal)
  const of = (kind: string) =>
    transactions.filter(({ type, status }) => type === kind && status === 'success')
  const sumOf = (entries: typeof transactions) =>
    entries.reduce((sum, { amount }) => sum + (readAmount(amount, payment.held.currency)?.units ?? 0n), 0n)
  const chargebacks = of('CHARGEBACK')
  return {
    is: 'known',
    // What was won again is not taken back any more.
    units: sumOf(chargebacks) - sumOf(of('CHARGEBACK_REVERSAL')),
    reason: 'upstream',
    bankDate: chargebacks.at(-1)?.date.slice(0, 10) ?? '',
  }
}

/** The other platform's notification is signed like everything after a SALE. */
async function readNotice(
  account: Account,
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
