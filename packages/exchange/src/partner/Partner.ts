/** The business that lets us in. */
export type Partner = {
  readonly id: string
  readonly name: string
  /** Origins of its pages that may frame the widget. */
  readonly origins: readonly string[]
  readonly callbackUrl: string | null
  /** Fixed version of its callbacks; null follows the API that made the order. */
  readonly callbackVersion: 1 | 2 | null
  readonly requireTimestamp: boolean
  /** Whether a client's first order is free of the service fee. */
  readonly firstOrderFree: boolean
}
