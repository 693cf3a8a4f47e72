/** An account at Stripe that may send card data to its API. */
export type StripeAccount = {
  /** The API's address, without a slash at its end. */
  readonly url: string
  readonly key: string
  /** What it signs webhooks with: several while one takes the other's place. */
  readonly webhookSecrets: readonly string[]
}
