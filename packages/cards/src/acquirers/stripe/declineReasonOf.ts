import type { DeclineReason } from '../../transaction/DeclineReason.ts'

/**
 * The protocol's reason for the API's decline (docs.stripe.com/declines/codes). The decline code comes first, since an
 * error code such as `card_declined` only says that there is one.
 */
export function declineReasonOf(error: {
  readonly code?: string | null | undefined
  readonly decline_code?: string | null | undefined
}): DeclineReason {
  return reasons.get(error.decline_code ?? '') ?? reasons.get(error.code ?? '') ?? 'Declined by processing'
}

const codes = {
  'Insufficient funds': ['insufficient_funds'],
  'Do not honor': ['do_not_honor', 'do_not_try_again', 'call_issuer', 'no_action_taken', 'approve_with_id'],
  'Expired card': ['expired_card', 'invalid_expiry_month', 'invalid_expiry_year'],
  'Invalid card number': ['incorrect_number', 'invalid_number', 'invalid_account'],
  'Invalid CVV': ['incorrect_cvc', 'invalid_cvc'],
  'Card restricted': ['restricted_card', 'pickup_card', 'security_violation'],
  'Lost or stolen card': ['lost_card', 'stolen_card'],
  'Suspected fraud': ['fraudulent', 'merchant_blacklist'],
  'Amount limit exceeded': [
    'card_velocity_exceeded',
    'withdrawal_count_limit_exceeded',
    'invalid_amount',
    'amount_too_large',
    'amount_too_small',
  ],
  'Transaction not permitted': [
    'card_not_supported',
    'currency_not_supported',
    'not_permitted',
    'service_not_allowed',
    'transaction_not_allowed',
  ],
  '3-D Secure authentication failed': [
    'authentication_required',
    'authentication_not_handled',
    'payment_intent_authentication_failure',
  ],
} as const satisfies Partial<Record<DeclineReason, readonly string[]>>

const reasons: ReadonlyMap<string, DeclineReason> = new Map(
  Object.entries(codes).flatMap(([reason, theirs]) =>
    theirs.map((code) => [code, reason as keyof typeof codes]),
  ),
)
