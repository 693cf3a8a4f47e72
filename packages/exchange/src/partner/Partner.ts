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
  /** Where the pay-out of a merchant order without an address goes: nowhere, or into a child order for its balance. */
  readonly settlement: 'address' | 'balance'
  /** Whether a client's first order is free of the service fee. */
  readonly firstOrderFree: boolean
}
