/** The platform's refusals: all of them, each with its HTTP status, number and message. */
const catalogue = {
  invalid: [400, 100000, 'Request data is invalid.'],
  previous_not_completed: [400, 100000, 'Previous payment not completed.'],
  duplicate: [400, 400, 'Duplicate request.'],
  too_many_requests: [429, 429, 'Too many requests. This one charged nothing; send it again later.'],
  too_many_declines: [
    429,
    429,
    'Too many payments of this payer were declined. This one charged nothing; try again later.',
  ],
  too_large: [413, 413, 'The request is larger than 64 KB. It was not read and charged nothing.'],
  unsigned: [401, 401, 'API-Signature does not fit this merchant and request.'],
  session_unknown: [404, 404, 'There is no such session.'],
  merchant_unknown: [400, 204002, 'Enabled merchant mappings or MIDs not found.'],
  token_invalid: [400, 205005, 'Card token is invalid or not found.'],
  token_expired: [400, 205006, 'Card token is expired.'],
  token_not_accessible: [400, 205007, 'Card token is not accessible.'],
  payment_unknown: [400, 208001, 'Payment not found.'],
  capture_not_pending: [400, 208003, 'Capture payment not in pending status.'],
  capture_above_hold: [400, 208004, 'Capture amount is more than auth amount.'],
  refund_not_settled: [400, 208005, 'Refund payment not in settled or pending status.'],
  refund_above_amount: [400, 208006, 'Refund amount is more than payment amount.'],
  reversal_above_amount: [400, 208008, 'Reversal amount is more than payment amount.'],
  reversal_partial: [400, 208009, 'Partial reversal is not allowed.'],
  chargeback_above_amount: [400, 208010, 'Chargeback amount is more than payment amount.'],
} as const satisfies Record<
  string,
  readonly [status: 400 | 401 | 404 | 413 | 429, number: number, message: string]
>

export type RefusalCode = keyof typeof catalogue

/** The platform refuses a request. `fields` are the complaints of `invalid`, each `<field>: <what is wrong>`. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly code: RefusalCode
  readonly fields: readonly string[]
  /** Headers of the answer, such as `Retry-After`. */
  readonly headers: Readonly<Record<string, string>>

  constructor(
    code: RefusalCode,
    fields: readonly string[] = [],
    headers: Readonly<Record<string, string>> = {},
  ) {
    super(catalogue[code][2])
    this.code = code
    this.fields = fields
    this.headers = headers
  }
}

/** The HTTP status that a refusal is answered with. */
export function statusOf({ code }: Refusal) {
  return catalogue[code][0]
}

/** The protocol's body of an error. */
export type ErrorAnswer = {
  readonly result: 'ERROR'
  readonly error_code: number
  readonly error_message: string
  readonly errors: readonly { readonly error_code: number; readonly error_message: string }[]
}

export function errorAnswer({ code, fields }: Refusal): ErrorAnswer {
  const [, number, message] = catalogue[code]
  return errorBody(number, message, fields.length > 0 ? fields : [message])
}

/** The body of an error. Each of `messages` is one complaint. */
export function errorBody(
  number: number,
  message: string,
  messages: readonly string[] = [message],
): ErrorAnswer {
  return {
    result: 'ERROR',
    error_code: number,
    error_message: message,
    errors: messages.map((text) => ({ error_code: number, error_message: text })),
  }
}

/** A complaint about one field. */
export function notValid(field: string): Refusal {
  return new Refusal('invalid', [`${field}: This value is not valid.`])
}

export function blank(field: string): Refusal {
  return new Refusal('invalid', [`${field}: This value should not be blank.`])
}

export const badHash = 'hash: Hash is not valid.'
