import type { Log } from '@cambio/server/log.ts'
import type { Card } from '../../means/card/Card.ts'
import type { Challenge } from '../../transaction/Challenge.ts'
import type { Authorisation, Outcome, Question } from '../Acquirer.ts'
import { stripeAmount, stripeCurrency } from './amount.ts'
import { act, listed } from './call.ts'
import { declineReasonOf } from './declineReasonOf.ts'
import type { Form } from './form.ts'
import { cancelled, readIntent } from './intents.ts'
import { Intent } from './objects.ts'
import type { StripeAccount } from './StripeAccount.ts'
import { StripeRefusal } from './StripeRefusal.ts'

type Undecided = { readonly is: 'absent' | 'waiting' }

/** Creates and confirms a PaymentIntent in one request, to be captured later. */
export async function authorise(
  { account, log }: { account: StripeAccount; log: Log },
  request: Authorisation,
  signal: AbortSignal,
): Promise<Outcome> {
  const amount = stripeAmount(request.money)
  // Its API documents no field for a wallet's network token.
  if (amount === undefined || request.means.is !== 'card')
    return { is: 'declined', reason: 'Transaction not permitted' }
  try {
    const form = formOf(request, request.means, amount)
    const intent = await act(account, Intent, '/v1/payment_intents', {
      form,
      key: request.transactionId,
      signal,
    })
    const outcome = outcomeOf(intent)
    return outcome.is === 'waiting' ? { is: 'unknown' } : outcome
  } catch (error) {
    if (!(error instanceof StripeRefusal)) throw error
    if (error.type !== 'card_error') {
      log.warn('Stripe refused a SALE', { transId: request.transactionId, reason: error.code })
    }
    return { is: 'declined', reason: declineReasonOf({ code: error.code, decline_code: error.declineCode }) }
  }
}

function formOf(
  { payer, money, ...request }: Authorisation,
  { pan, expiry, cvv, wallet }: Card,
  amount: bigint,
): Form {
  return {
    amount: amount.toString(),
    currency: stripeCurrency(money),
    capture_method: 'manual',
    confirm: 'true',
    payment_method_types: { 0: 'card' },
    ...(wallet !== null && { payment_method_options: { card: { request_three_d_secure: 'any' } } }),
    payment_method_data: {
      type: 'card',
      card: {
        number: pan.reveal(),
        exp_month: expiry.month,
        exp_year: expiry.year,
        cvc: cvv?.take(),
      },
      billing_details: {
        name: `${payer.first_name} ${payer.last_name}`,
        email: payer.email,
        phone: payer.phone,
        address: {
          line1: [payer.address, payer.house_number].filter(Boolean).join(' '),
          line2: payer.address2,
          city: payer.city,
          state: payer.state,
          postal_code: payer.zip,
          country: payer.country,
        },
      },
    },
    return_url: request.returnUrl,
    description: request.description,
    metadata: { transaction_id: request.transactionId },
  }
}

/**
 * The outcome of an authorisation. An abandoned one is canceled: otherwise a browser that still has its secret could
 * confirm it after the merchant was notified of a decline.
 */
export async function getPaymentStatus(
  account: StripeAccount,
  question: Question,
  signal: AbortSignal,
): Promise<Outcome | Undecided> {
  const isNew = question.reference === null
  const intent = isNew ? await find(account, question, signal) : await readIntent(account, question, signal)
  if (intent === undefined) return { is: 'absent' }
  const outcome = outcomeOf(intent)
  const isGivenUp =
    (outcome.is === 'declined' && intent.status !== 'canceled') ||
    ((outcome.is === 'challenge' || outcome.is === 'waiting') && question.givingUp)
  if (isGivenUp) {
    const after = await cancelled(
      account,
      { ...question, reference: intent.id },
      { reason: 'abandoned', key: `${question.transactionId}-abandon`, signal },
    )
    if (after.status !== 'canceled') return outcomeOf(after)
    return outcome.is === 'declined' ? outcome : { is: 'declined', reason: 'Timeout' }
  }
  return outcome.is === 'challenge' && !isNew ? { is: 'waiting' } : outcome
}

/** The request is searched from this long before its time, since clocks differ and a request can arrive late. */
const BEFORE_SECONDS = 60
const AFTER_SECONDS = 600

/**
 * The intent of a SALE whose answer was lost. It is found in the list, which has an intent at once. The search by
 * metadata has it only later, and would make it look absent.
 */
async function find(
  account: StripeAccount,
  question: Question,
  signal: AbortSignal,
): Promise<Intent | undefined> {
  const at = Math.floor(question.acceptedAt.getTime() / 1000)
  const query = { created: { gte: String(at - BEFORE_SECONDS), lte: String(at + AFTER_SECONDS) } }
  for await (const intent of listed(account, Intent, '/v1/payment_intents', { query, signal })) {
    if (intent.metadata['transaction_id'] === question.transactionId) return intent
  }
  return undefined
}

function outcomeOf(intent: Intent): Outcome | { readonly is: 'waiting' } {
  const reference = intent.id
  switch (intent.status) {
    case 'requires_capture':
    case 'succeeded':
      return { is: 'done', reference }
    case 'requires_action': {
      const url = intent.next_action?.redirect_to_url?.url
      return url === undefined
        ? { is: 'waiting' }
        : { is: 'challenge', reference, challenge: challengeAt(url) }
    }
    case 'requires_payment_method':
      return { is: 'declined', reason: declineReasonOf(intent.last_payment_error ?? {}) }
    case 'canceled':
      return {
        is: 'declined',
        reason: intent.last_payment_error ? declineReasonOf(intent.last_payment_error) : 'Timeout',
      }
    case 'requires_confirmation':
    case 'processing':
      return { is: 'unknown' }
  }
}

/** 3-D Secure on a page of Stripe's. The browser goes there and returns by plain links, without parameters. */
function challengeAt(url: string): Challenge {
  return { status: '3DS', url, method: 'GET', params: {} }
}
