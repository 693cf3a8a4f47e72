import type { Brand } from './Brand.ts'

/** The business that sells through us. */
export type Partner = {
  readonly id: string
  readonly name: string
  /** Origins of its pages that may frame the widget. */
  readonly origins: readonly string[]
  readonly callbackUrl: string | null
  /** Fixed version of its callbacks; null: the version of the API that created the order. */
  readonly callbackVersion: 1 | 2 | null
  readonly requireTimestamp: boolean
  /** The lowest signature version that is accepted from it. */
  readonly leastSignatureVersion: 1 | 2
  /** IP addresses and ranges that its key may be used from; empty for any. */
  readonly allowedAddresses: readonly string[]
  /** Whether it receives callbacks of every status, or only of those that its older programs know. */
  readonly statuses: 'all' | 'plain'
  /** Nothing new begins for a suspended partner; open orders run to their end. */
  readonly isSuspended: boolean
  /** The cell that it was moved to, which answers its calls instead of this one; null where it belongs here. */
  readonly movedTo: string | null
  /**
   * Where the pay-out of a merchant order without an address goes: nowhere, or into a child order for the partner's
   * balance.
   */
  readonly settlement: 'address' | 'balance'
  /** Whether a client's first order is free of the service fee. */
  readonly firstOrderFree: boolean
  readonly brand: Brand
}
