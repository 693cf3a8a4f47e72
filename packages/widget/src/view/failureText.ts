import type { Step } from '@cambio/wire/widget/Frame.ts'
import type { WidgetView } from '@cambio/wire/widget/Widget.ts'
import type { Failure, FailureCode, MoneyMoved } from '../api/Failure.ts'
import { unpaid } from '../steps.ts'
import type { PlainKey } from '../text.ts'

type Text = {
  readonly key: PlainKey
  readonly money: MoneyMoved
  /** The sentence about the money; null where the first sentence says it, or it is obvious. */
  readonly moneyKey: PlainKey | null
  readonly remedy?: Step
}

const no = (key: PlainKey, remedy?: Step): Text => ({
  key,
  money: 'no',
  moneyKey: 'money.no',
  ...(remedy ? { remedy } : {}),
})

/** The message of each refusal: what happened, whether money moved, and the step where it can be corrected. */
const texts = {
  unreachable: no('error.unreachable'),
  unreadable: no('error.unreadable'),
  internal: no('error.internal'),
  unavailable: no('error.unavailable'),
  too_many_requests: no('error.busy'),
  malformed_json: no('error.request'),
  validation_failed: no('error.fields'),
  unknown_field: no('error.request'),
  field_required: no('error.fields'),
  body_too_large: no('error.request'),
  media_type_unsupported: no('error.request'),
  method_not_allowed: no('error.request'),
  request_unknown: { key: 'error.linkUnknown', money: 'checking', moneyKey: 'money.unknown' },
  order_unknown: { key: 'error.linkUnknown', money: 'checking', moneyKey: 'money.unknown' },
  request_expired: no('error.linkExpired'),
  partner_suspended: no('error.partnerSuspended'),
  partner_moved: no('error.partnerSuspended'),
  request_used: { key: 'error.linkUsed', money: 'checking', moneyKey: null },
  session_invalid: no('error.session', 'you'),
  code_required: no('error.codeRequired'),
  amount_required: no('error.amount', 'amount'),
  both_amounts_given: no('error.amount', 'amount'),
  amount_invalid: no('amount.invalid', 'amount'),
  amount_precision: no('amount.invalid', 'amount'),
  amount_out_of_bounds: no('error.bounds', 'amount'),
  currency_unknown: no('error.pair', 'amount'),
  pair_unavailable: no('error.pair', 'amount'),
  group_unavailable: no('error.group', 'amount'),
  coupon_invalid: { ...no('error.coupon', 'amount'), moneyKey: null },
  rate_unavailable: no('error.rate'),
  address_required: no('error.addressRequired', 'address'),
  address_invalid: no('error.addressInvalid', 'address'),
  address_forbidden: no('error.addressForbidden', 'address'),
  not_allowed: no('error.notAllowed'),
  code_invalid: no('error.code'),
  payer_required: no('error.payer', 'you'),
  balance_insufficient: no('error.balance', 'amount'),
  country_forbidden: no('error.country', 'you'),
  card_country_forbidden: no('error.cardCountry', 'you'),
  quote_expired: no('error.quote'),
  order_state: { key: 'error.orderState', money: 'no', moneyKey: null },
  attempt_open: { key: 'error.attempt', money: 'checking', moneyKey: 'money.checking' },
  card_incomplete: no('error.cardIncomplete'),
  card_session_over: no('error.cardSession'),
  too_many_unpaid_orders: no('error.unpaid'),
  withdrawals_open: no('error.open'),
  withdrawals_locked: no('error.locked'),
  velocity_exceeded: no('error.velocity'),
  platform_unreachable: no('error.platform'),
} as const satisfies Record<FailureCode, Text>

/**
 * The message of a failure beside a view. It promises nothing about the money once a payment of this order has begun.
 */
export function failureText(failure: Failure, view: WidgetView): Text {
  const text = texts[failure.code]
  return text.moneyKey === 'money.no' && !unpaid(view) ? { ...text, money: 'checking', moneyKey: null } : text
}

/** Only what happened. */
export function failureKey(failure: Failure): PlainKey {
  return texts[failure.code].key
}

export function isKnown(code: string): code is FailureCode {
  return Object.hasOwn(texts, code)
}
