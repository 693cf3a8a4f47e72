import type { Brand } from './Brand.ts'

/** The business that lets us in. */
export type Partner = {
  readonly id: string
  readonly name: string
  /** Origins of its pages that may frame the widget. */
  readonly origins: readonly string[]
  readonly callbackUrl: string | null
  /** Fixed version of its callbacks; null: the version of the API that created the order. */
  readonly callbackVersion: 1 | 2 | null
  readonly requireTimestamp: boolean
  /** The lowest version of signatures that is taken of it. */
  readonly leastSignatureVersion: 1 | 2
  /** Addresses and ranges that its key may be used from; none of them is any. */
  readonly allowedAddresses: readonly string[]
  /** Whether it gets callbacks of every status, or only of those that its older programs know. */
  readonly statuses: 'all' | 'plain'
  /** Nothing is begun for a suspended partner; orders in flight end. */
  readonly isSuspended: boolean
  /** The cell that it was moved to, which answers its calls instead of this one; null where it belongs here. */
  readonly movedTo: string | null
  /** Where the pay-out of a merchant order without an address goes: nowhere, or into a child order for its balance. */
  readonly settlement: 'address' | 'balance'
  /** Whether a client's first order is free of the service fee. */
  readonly firstOrderFree: boolean
  readonly brand: Brand
}
