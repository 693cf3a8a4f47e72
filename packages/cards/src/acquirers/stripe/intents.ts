import type { AcquirerPayment } from '../AcquirerPayment.ts'
import { stripeAmount, stripeCurrency } from './amount.ts'
import { act, read } from './call.ts'
import { AnyIntent, Intent } from './objects.ts'
import type { StripeAccount } from './StripeAccount.ts'
import { StripeRefusal } from './StripeRefusal.ts'

/** The intent of a payment. @throws Error when its amount is not ours */
export async function readIntent(
  account: StripeAccount,
  payment: AcquirerPayment,
  signal: AbortSignal,
): Promise<Intent> {
  const path = pathOf(payment)
  const intent = await read(account, Intent, path, signal)
  const { held, transactionId } = payment
  const isOurs =
    intent.metadata['transaction_id'] === transactionId &&
    intent.amount === stripeAmount(held) &&
    intent.currency === stripeCurrency(held)
  if (!isOurs) throw new Error('Stripe reported another payment than it was asked about.')
  return intent
}

/**
 * The trans_id in an intent of this account; empty when it has none, or there is no such intent.
 * @throws Error when Stripe cannot be asked
 */
export async function transactionIdOf(
  account: StripeAccount,
  intentId: string,
  signal: AbortSignal,
): Promise<string> {
  try {
    const { metadata } = await read(account, AnyIntent, pathOf({ reference: intentId }), signal)
    return metadata['transaction_id'] ?? ''
  } catch (error) {
    if (error instanceof StripeRefusal) return ''
    throw error
  }
}

/**
 * Cancels an intent, which releases its hold, and returns it. An intent that can no longer be canceled is returned as
 * it is.
 */
export async function cancelled(
  account: StripeAccount,
  payment: AcquirerPayment,
  {
    reason,
    key,
    signal,
  }: { reason: 'abandoned' | 'requested_by_customer'; key: string; signal: AbortSignal },
): Promise<Intent> {
  try {
    const form = { cancellation_reason: reason }
    return await act(account, Intent, `${pathOf(payment)}/cancel`, { form, key, signal })
  } catch (error) {
    if (!(error instanceof StripeRefusal)) throw error
    return readIntent(account, payment, signal)
  }
}

export function pathOf({ reference }: Pick<AcquirerPayment, 'reference'>): string {
  return `/v1/payment_intents/${encodeURIComponent(reference ?? '')}`
}
