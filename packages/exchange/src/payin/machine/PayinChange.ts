import type { Money } from '@cambio/wire/Money.ts'
import type { Change } from '../../books/Change.ts'
import type { MoneyPart } from './PayinSummary.ts'

/** What a pay-in's step needs of the order that it pays. */
export type PayinContext = {
  readonly orderId: string
  /** Null before the buyer has signed in. */
  readonly clientId: string | null
  readonly at: Date
  /** Number of the event that a change becomes in the order's history. */
  readonly seq: number
  /** The amount that the buyer has to pay. */
  readonly expected: Money
  /** Whether the order lets a new payment begin now. */
  readonly acceptsPayment: boolean
  /** Whether the order still wants the money of a payment that is under way: an ended order does not. */
  readonly wantsMoney: boolean
  /**
   * Whether money that the order had, lost and received again is its own: it waits for it, or was fulfilled with it.
   */
  readonly keepsMoney: boolean
  /** Whether the order's money has already bought its coins. */
  readonly hasBought: boolean
  /** Whether those coins may have left. */
  readonly mayHaveLeft: boolean
}

/** What a change of the pay-in means for its order. */
export type PayinEffect =
  /** A payment began. */
  | { readonly is: 'begun' }
  /** Something was recorded that changes nothing for the order. */
  | { readonly is: 'noted' }
  | { readonly is: 'authorised' }
  | { readonly is: 'received' }
  /** The buyer has no tries left, and nothing was captured. */
  | { readonly is: 'given_up' }
  /** The last payment that may be tried failed. */
  | { readonly is: 'failed'; readonly reason: string }
  | { readonly is: 'returning' }
  | { readonly is: 'returned' }
  | { readonly is: 'owed' }
  | { readonly is: 'charged_back' }
  /** Something that was charged back is ours again. */
  | { readonly is: 'dispute_won' }
  /** Received money is gone. */
  | { readonly is: 'removed' }

/**
 * A pay-in after a fact: null when the fact is already known, `contradiction` when it cannot be true of this pay-in.
 */
export type PayinChange<Payin> = (Change<Payin> & { readonly effect: PayinEffect }) | 'contradiction' | null

/** An order's instruction to its pay-in about parts of the money. */
export type PayinInstruction = {
  readonly is: 'refund' | 'settle_by_hand'
  readonly parts: readonly MoneyPart[]
}
