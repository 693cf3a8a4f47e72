/** An account at Stripe that may send card data to its API. */
export type StripeAccount = {
  /** The API's address, without a slash at its end. */
  readonly url: string
  readonly key: string
  /** The secrets of its webhooks. Several while one is being replaced. */
  readonly webhookSecrets: readonly string[]
}
