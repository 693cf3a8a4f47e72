import type { Log } from '@cambio/server/log.ts'
import type { OperationRequest, OperationOutcome } from '../Acquirer.ts'
import { stripeAmount, unitsOf } from './amount.ts'
import { act, listed } from './call.ts'
import { declineReasonOf } from './declineReasonOf.ts'
import { cancelled, pathOf, readIntent } from './intents.ts'
import { Intent, Refund } from './objects.ts'
import type { StripeAccount } from './StripeAccount.ts'
import { StripeRefusal } from './StripeRefusal.ts'

type Deps = { readonly account: StripeAccount; readonly log: Log }

const NOT_PERMITTED: OperationOutcome = { is: 'declined', reason: 'Transaction not permitted' }

/* Each operation first reads the payment's state, because Stripe forgets an idempotency key after a day. */

/** Captures the hold or a part of it, once. Stripe releases the rest by itself. */
export async function capture(
  deps: Deps,
  operation: OperationRequest,
  signal: AbortSignal,
): Promise<OperationOutcome> {
  const amount = stripeAmount(operation.money)
  if (amount === undefined) return NOT_PERMITTED
  const before = await readIntent(deps.account, operation, signal)
  if (before.status === 'succeeded') return captured(before, operation)
  if (before.status !== 'requires_capture') return NOT_PERMITTED
  return unlessRefused(deps, operation, async () => {
    const path = `${pathOf(operation)}/capture`
    const form = { amount_to_capture: amount.toString() }
    return captured(
      await act(deps.account, Intent, path, { form, key: operation.operationId, signal }),
      operation,
    )
  })
}

function captured({ status, amount_received }: Intent, { money }: OperationRequest): OperationOutcome {
  if (status !== 'succeeded') return { is: 'unknown' }
  if (amount_received !== stripeAmount(money))
    throw new Error('Stripe captured another amount than it was asked to.')
  return { is: 'done' }
}

/** Cancels the intent, which releases its hold. If it was captured after all, the captured amount is refunded. */
export async function reverse(
  deps: Deps,
  operation: OperationRequest,
  signal: AbortSignal,
): Promise<OperationOutcome> {
  const after = await cancelled(deps.account, operation, {
    reason: 'requested_by_customer',
    key: operation.operationId,
    signal,
  })
  if (after.status === 'canceled') return { is: 'done' }
  if (after.status !== 'succeeded') return { is: 'unknown' }
  const { currency } = operation.money
  const money = { currency, units: unitsOf(after.amount_received, currency) }
  return refund(deps, { ...operation, money }, signal)
}

/** Refunds captured money, once: every refund has the operation's id in its metadata, by which it is found again. */
export async function refund(
  deps: Deps,
  operation: OperationRequest,
  signal: AbortSignal,
): Promise<OperationOutcome> {
  const amount = stripeAmount(operation.money)
  if (amount === undefined) return NOT_PERMITTED
  const query = { payment_intent: operation.reference }
  for await (const made of listed(deps.account, Refund, '/v1/refunds', { query, signal })) {
    if (made.metadata['operation_id'] === operation.operationId) return refunded(made)
  }
  return unlessRefused(deps, operation, async () => {
    const metadata = { operation_id: operation.operationId, transaction_id: operation.transactionId }
    const form = { payment_intent: operation.reference, amount: amount.toString(), metadata }
    // A key belongs to one address, and the operation's own key may have been used to cancel.
    const key = `${operation.operationId}-refund`
    return refunded(await act(deps.account, Refund, '/v1/refunds', { form, key, signal }))
  })
}

function refunded({ status }: Refund): OperationOutcome {
  switch (status) {
    case 'succeeded':
      return { is: 'done' }
    case 'failed':
    case 'canceled':
      return { is: 'declined', reason: 'Declined by processing' }
    case 'pending':
    case 'requires_action':
    case null:
    case undefined:
      return { is: 'unknown' }
  }
}

/**
 * Temporary refusals, such as an account without enough money. The operation is repeated, and the log reports it to the
 * operator.
 */
const TEMPORARY_REFUSALS = new Set(['balance_insufficient', 'lock_timeout'])

async function unlessRefused(
  { log }: Deps,
  operation: OperationRequest,
  attempt: () => Promise<OperationOutcome>,
): Promise<OperationOutcome> {
  try {
    return await attempt()
  } catch (error) {
    if (!(error instanceof StripeRefusal) || TEMPORARY_REFUSALS.has(error.code ?? '')) throw error
    log.warn('Stripe would not operation money', { transId: operation.transactionId, reason: error.code })
    return error.type === 'card_error'
      ? { is: 'declined', reason: declineReasonOf({ code: error.code, decline_code: error.declineCode }) }
      : NOT_PERMITTED
  }
}
