/**
 * The API's refusal: a declined card (`card_error`), or a request that it did not carry out. Either way the request
 * changed nothing.
 */
export class StripeRefusal extends Error {
  override readonly name = 'StripeRefusal'
  readonly type: string
  readonly code: string | null
  readonly declineCode: string | null

  constructor({
    type,
    code,
    declineCode,
  }: {
    type: string
    code: string | null
    declineCode: string | null
  }) {
    super(`Stripe refused with ${type} ${code ?? ''}`)
    this.type = type
    this.code = code
    this.declineCode = declineCode
  }
}
