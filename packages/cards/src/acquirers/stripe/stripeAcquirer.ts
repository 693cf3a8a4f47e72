import type { Clock } from '@cambio/server/Clock.ts'
import type { Log } from '@cambio/server/log.ts'
import type { Acquirer, AcquirerNotice, NoticeReading, Payments } from '../Acquirer.ts'
import { authorise, getPaymentStatus } from './authorise.ts'
import { getChargebacks } from './chargebacks.ts'
import { capture, refund, reverse } from './intentOperations.ts'
import { transactionIdOf } from './intents.ts'
import { isSigned } from './isSigned.ts'
import { Event } from './objects.ts'
import type { StripeAccount } from './StripeAccount.ts'

/** The acquirer's name in a merchant's settings. */
export const STRIPE = 'stripe'

/**
 * Stripe by its PaymentIntents: held first, and captured on our request. Our ids are its idempotency keys, which it
 * forgets after a day. They are also in the metadata of everything that it creates for us, by which it is found later.
 */
export function stripeAcquirer(deps: { clock: Clock; log: Log }, account: StripeAccount): Acquirer {
  return {
    name: STRIPE,
    acceptsFromWallets: ['card'],
    authorise: (request, signal) => authorise({ ...deps, account }, request, signal),
    getPaymentStatus: (question, signal) => getPaymentStatus(account, question, signal),
    capture: (request, signal) => capture({ ...deps, account }, request, signal),
    reverse: (request, signal) => reverse({ ...deps, account }, request, signal),
    refund: (request, signal) => refund({ ...deps, account }, request, signal),
    getChargebacks: (payment, signal) => getChargebacks(account, payment, signal),
    readNotice: (notice, payments, signal) => readNotice({ ...deps, account }, notice, payments, signal),
  }
}

/** A webhook of any kind is about the payment of its intent. */
async function readNotice(
  deps: { clock: Clock; log: Log; account: StripeAccount },
  { headers, body }: AcquirerNotice,
  payments: Payments,
  signal: AbortSignal,
): Promise<NoticeReading> {
  const { clock, log, account } = deps
  const header = headers.get('stripe-signature') ?? ''
  const at = clock.now()
  if (!isSigned({ header, body }, { secrets: account.webhookSecrets, at })) return { is: 'forged' }
  const event = Event.safeParse(parsed(body))
  if (!event.success) return { is: 'nothing' }
  const { payment_intent: intent, metadata } = event.data.data.object
  const named = await payments.byId(metadata?.['transaction_id'] ?? '')
  if (named !== undefined) return { is: 'event', transactionId: named.transactionId }
  if (!intent) return { is: 'nothing' }
  // A dispute names only the intent, which names the transaction.
  const transactionId = await transactionIdOf(account, intent, signal).catch((error: unknown) => {
    log.error('Stripe could not be asked which payment a webhook is about', { error, eventId: event.data.id })
    return undefined
  })
  if (transactionId === undefined) return { is: 'unknown' }
  const payment = await payments.byId(transactionId)
  return payment === undefined ? { is: 'nothing' } : { is: 'event', transactionId: payment.transactionId }
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}
