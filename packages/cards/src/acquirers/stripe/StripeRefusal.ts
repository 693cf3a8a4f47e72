/**
 * The API's no: a card that was declined (`card_error`) or a request it would not carry out. Whatever it is, the
 * request changed nothing.
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
