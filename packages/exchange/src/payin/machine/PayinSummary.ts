import type { Money } from '@cambio/wire/Money.ts'

/**
 * A pay-in as its order sees it, whichever way the money comes. Amounts are what the sums of its payments come to, in
 * the pay-in currency; null where there is none.
 */
export type PayinSummary = {
  /** What the buyer is to pay. */
  readonly expected: Money
  /** The client’s with us, and set aside for the order until it is confirmed or lapses. */
  readonly reserved: Money | null
  /** Promised for the order and not ours yet, such as a hold on a card. */
  readonly authorised: Money | null
  /** Ours and the order's: what buys its coins. */
  readonly received: Receipt | null
  /** On its way back to the buyer: what will reach them, where it is known already what that takes. */
  readonly returning: Money | null
  /** Back with the buyer: what was sent to them. */
  readonly returned: Money | null
  /** Money that the order does not take and that could not be sent back: it waits for the operator. */
  readonly owed: Money | null
  /** What the operator settled with the buyer by hand. */
  readonly settledByHand: Money | null
  /** What was taken back from us for the buyer. */
  readonly chargedBack: Money | null
  /**
   * Ours and the order's until a bank charged back all or part of it: it is the order's again if the dispute is won.
   */
  readonly disputed: Receipt | null
  /** Ours and the order's once, and not there any more. */
  readonly lost: Receipt | null
  /** What of that the operator has written off. */
  readonly writtenOff: Money | null
  /** Whether a payment is under way whose outcome is open. */
  readonly isOpen: boolean
  /** Whether the order still takes the money of such a payment: one that would go back keeps it from nothing. */
  readonly isAwaited: boolean
  /** Whether the buyer may begin another payment, as far as the way of paying goes. */
  readonly mayBegin: boolean
  /** Whether money is held before it is taken, so that the person who pays is checked while it is. */
  readonly isHeldFirst: boolean
  /** Since when money is held that is not taken yet; null while none is. */
  readonly heldSince: Date | null
  /** When the payment was begun that is under way or has come; null where there is none, or nobody began it with us. */
  readonly begunAt: Date | null
  /** Whether the order is priced by the money received, and not by its quote. */
  readonly isPricedOnReceipt: boolean
  /** Whether nothing was received of what the order waits for, only other money that is refunded without it. */
  readonly hasOnlyOther: boolean
  /** Whether the buyer says where money goes back to, so that an order with owed money need not wait for the operator. */
  readonly asksWhereTo: boolean
  /** Whether they are to say it now, or have; null where nothing is owed to them, or by a way that needs no asking. */
  readonly refundAddress: 'needed' | 'given' | null
}

/** What most ways to pay are like: nothing is held first, nobody is asked where money goes back to, a quote is a price. */
export const ORDINARY = {
  isHeldFirst: false,
  heldSince: null,
  begunAt: null,
  isPricedOnReceipt: false,
  hasOnlyOther: false,
  asksWhereTo: false,
  refundAddress: null,
} as const satisfies Partial<PayinSummary>

/** Money that an order received. */
export type Receipt = {
  /** Which of the order's payments brought it: the journals of the sale are named after it. */
  readonly number: number
  readonly amount: Money
}

/**
 * The parts of a pay-in whose money can be sent back or settled by hand; what is reserved can be let go, what is lost be
 * written off, and what was charged back be settled by hand only.
 */
export type MoneyPart =
  | 'reserved'
  | 'authorised'
  | 'received'
  | 'returning'
  | 'owed'
  | 'charged_back'
  | 'lost'

/** Something a pay-in waits for: an answer, or that money goes back. */
export type PayinWait = {
  readonly verb: 'ask_payin' | 'refund'
  /** Which of the order's payments it is about. */
  readonly number: number
  /** Waits before it is done once, again ... in milliseconds; the last repeats. */
  readonly waitsMs: readonly number[]
}
