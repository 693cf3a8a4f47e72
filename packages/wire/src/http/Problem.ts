import * as z from 'zod/mini'

/**
 * Every refusal of the exchange, once: its status and its title. A code that is not here does not compile, and the API
 * reference is generated from it.
 */
export const catalogue = {
  malformed_json: { status: 400, title: 'The body is not valid JSON' },
  validation_failed: { status: 400, title: 'Some fields are not valid' },
  unknown_field: { status: 400, title: 'The request has an unknown field' },
  field_required: { status: 400, title: 'A required field is missing' },
  amount_required: { status: 400, title: 'One of the two amounts is required' },
  both_amounts_given: { status: 400, title: 'Only one of the two amounts may be given' },
  amount_invalid: { status: 400, title: 'The amount is not a plain decimal above zero' },
  amount_precision: { status: 400, title: 'The amount has more decimals than its currency' },
  fixed_and_default: { status: 400, title: 'A field is given both fixed and as a default' },
  fields_incompatible: { status: 400, title: 'Two fields exclude each other' },
  field_requires: { status: 400, title: 'A field requires another field' },
  id_reserved: { status: 400, title: 'This word is reserved and cannot be an id' },
  floating_needs_payin: { status: 400, title: 'A floating rate requires a pay-in amount' },
  idempotency_key_invalid: { status: 400, title: 'The Idempotency-Key header is malformed' },
  credentials_invalid: { status: 401, title: 'The credentials are missing or wrong' },
  login_invalid: { status: 401, title: 'The e-mail address or the password is wrong' },
  ts_invalid: { status: 401, title: 'The login token is unknown, used or expired' },
  session_invalid: { status: 401, title: 'The session is missing, unknown or expired' },
  code_required: { status: 403, title: 'The e-mail code is required' },
  not_allowed: { status: 403, title: 'Not allowed' },
  source_not_allowed: { status: 403, title: 'The key may not be used from this address' },
  partner_suspended: { status: 403, title: 'The partner is suspended' },
  route_unknown: { status: 404, title: 'There is nothing at this address' },
  order_unknown: { status: 404, title: 'No such order' },
  client_unknown: { status: 404, title: 'No such client' },
  provider_unknown: { status: 404, title: 'No such verification provider' },
  request_unknown: { status: 404, title: 'No such widget request' },
  endpoint_unknown: { status: 404, title: 'No such callback endpoint' },
  delivery_unknown: { status: 404, title: 'No such callback' },
  unknown_direction: { status: 404, title: 'The direction is payin or payout' },
  unknown_method: { status: 404, title: 'No such payment method' },
  unknown_currency: { status: 404, title: 'The catalogue has no such currency' },
  unknown_ticker: { status: 404, title: 'No such pair' },
  method_not_allowed: { status: 405, title: 'This address does not accept that method' },
  client_external_id_taken: { status: 409, title: 'This client_external_id is already used' },
  email_taken: { status: 409, title: 'Another client has this e-mail address' },
  partner_order_id_taken: { status: 409, title: 'This partner_order_id is already used' },
  endpoint_taken: { status: 409, title: 'Another endpoint already has this address' },
  too_many_endpoints: { status: 409, title: 'The account has the maximum number of endpoints' },
  endpoint_off: { status: 409, title: 'The endpoint is off' },
  rotation_open: { status: 409, title: 'The credentials replaced before are still valid' },
  too_many_unpaid_orders: { status: 409, title: 'The client already has three unpaid orders' },
  withdrawals_open: { status: 409, title: 'Three withdrawals of the client are waiting for their codes' },
  quote_expired: { status: 409, title: 'The quote has expired' },
  request_used: { status: 409, title: 'This request already has an order' },
  request_expired: { status: 409, title: 'This request has expired' },
  order_state: { status: 409, title: 'The state of the order does not allow this' },
  attempt_open: { status: 409, title: 'A payment for this order is under way' },
  card_incomplete: { status: 409, title: 'The card has not been entered yet' },
  card_session_over: { status: 409, title: 'The card form has expired; open a new one' },
  payer_required: { status: 409, title: 'The payer details are not complete' },
  body_too_large: { status: 413, title: 'The request is too large' },
  media_type_unsupported: { status: 415, title: 'The body must be application/json' },
  partner_moved: { status: 421, title: 'The partner is being moved' },
  pair_unavailable: { status: 422, title: 'This currency pair is not offered' },
  group_unavailable: { status: 422, title: 'This payment group is not offered for that currency' },
  currency_unknown: { status: 422, title: 'A field names an unknown currency' },
  amount_out_of_bounds: { status: 422, title: 'The amount is outside the bounds' },
  address_required: { status: 422, title: 'A destination address is required' },
  address_invalid: { status: 422, title: 'The address is not valid on its network' },
  address_forbidden: { status: 422, title: 'This wallet is on a sanctions list' },
  balance_insufficient: { status: 422, title: 'The balance is too small' },
  receiver_not_allowed: { status: 422, title: 'Callbacks are not sent to this address' },
  coupon_invalid: { status: 422, title: 'The coupon is unknown, expired or used up' },
  purchase_not_covered: { status: 422, title: 'The pay-out does not cover the purchase' },
  country_forbidden: { status: 422, title: 'This country is not served' },
  card_country_forbidden: { status: 422, title: 'Card payments are not available in this country' },
  channel_unavailable: { status: 422, title: 'This message channel is not available' },
  share_token_invalid: { status: 422, title: 'The provider did not accept the share token' },
  password_invalid: { status: 422, title: 'The current password is wrong' },
  code_invalid: { status: 422, title: 'The code is wrong or expired' },
  idempotency_mismatch: { status: 422, title: 'This Idempotency-Key was already used with another body' },
  withdrawals_locked: {
    status: 429,
    title: 'Too many wrong codes were entered for the client’s withdrawals',
  },
  velocity_exceeded: { status: 429, title: 'Too many payments were declined' },
  too_many_requests: { status: 429, title: 'Too many requests' },
  internal: { status: 500, title: 'Something failed on our side' },
  platform_unreachable: { status: 503, title: 'The card platform is not responding' },
  rate_unavailable: { status: 503, title: 'There is no fresh rate for this pair' },
  unavailable: { status: 503, title: 'The service is not available' },
} as const satisfies Record<string, { status: number; title: string }>

export type Code = keyof typeof catalogue

/** One breach in a request: where (a JSON pointer), which rule, and a sentence. */
export type Breach = { readonly pointer: string; readonly code: Code; readonly detail: string }

/** Problem details (RFC 9457) with this API's members. `code` is stable; `detail` is for people. */
export const Problem = z.looseObject({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  success: z.literal(0),
  code: z.string(),
  request_id: z.string(),
  errors: z.array(z.object({ pointer: z.string(), code: z.string(), detail: z.string() })),
})
export type Problem = z.infer<typeof Problem>

/**
 * A refusal by the service. It becomes a problem with the status of its code. `extra` has members that a client can act
 * on, such as the bounds or a fresh quote.
 */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly code: Code
  readonly errors: readonly Breach[]
  readonly extra: Readonly<Record<string, unknown>>
  /** The key of the account of a failed sign-in, if any: it is logged, never sent. */
  readonly account: string | null
  /** What was wrong with the sign-in, in a word: it is logged with the account. */
  readonly reason: string | null

  constructor(
    code: Code,
    detail: string = catalogue[code].title,
    more: {
      errors?: readonly Breach[]
      extra?: Readonly<Record<string, unknown>>
      account?: string | undefined
      reason?: string | undefined
      /** What only the operator needs to know: it is logged, never sent. */
      cause?: Error
    } = {},
  ) {
    super(detail, more.cause && { cause: more.cause })
    this.code = code
    this.errors = more.errors ?? []
    this.extra = more.extra ?? {}
    this.account = more.account ?? null
    this.reason = more.reason ?? null
  }
}

/** A refusal of the values, or the absence, of some fields of a request. */
export function fieldRefusal(
  code: Code,
  fields: readonly string[],
  detail: string,
  extra?: Readonly<Record<string, unknown>>,
): Refusal {
  const errors = fields.map((field) => ({ pointer: `/${field}`, code, detail }))
  return new Refusal(code, detail, extra ? { errors, extra } : { errors })
}
