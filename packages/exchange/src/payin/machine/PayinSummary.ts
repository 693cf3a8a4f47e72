import type { Money } from '@cambio/wire/Money.ts'

/**
 * A pay-in as its order sees it, for any way to pay. Amounts are sums over its payments, in the pay-in currency; null
 * where there is none.
 */
export type PayinSummary = {
  /** The amount that the buyer has to pay. */
  readonly expected: Money
  /** On the client's balance, and reserved for the order until it is confirmed or expires. */
  readonly reserved: Money | null
  /** Promised for the order and not ours yet, such as a hold on a card. */
  readonly authorised: Money | null
  /** Ours and the order's: the money that buys its coins. */
  readonly received: Receipt | null
  /** On its way back to the buyer: the amount that will reach them, where the cost is already known. */
  readonly returning: Money | null
  /** Returned to the buyer: the amount that was sent. */
  readonly returned: Money | null
  /** Money that is not the order's and could not be returned: it waits for the operator. */
  readonly owed: Money | null
  /** What the operator settled with the buyer by hand. */
  readonly settledByHand: Money | null
  /** What a bank charged back. */
  readonly chargedBack: Money | null
  /**
   * Ours and the order's until a bank charged back all or part of it: it is the order's again if the dispute is won.
   */
  readonly disputed: Receipt | null
  /** Once ours and the order's, and removed by a reorganisation. */
  readonly lost: Receipt | null
  /** The part of it that the operator has written off. */
  readonly writtenOff: Money | null
  /** Whether a payment with an unknown outcome is under way. */
  readonly isOpen: boolean
  /** Whether the order still wants the money of such a payment: one that would be refunded does not block the order. */
  readonly isAwaited: boolean
  /** Whether the buyer may begin another payment, as far as the way of paying goes. */
  readonly mayBegin: boolean
  /** Whether money is first on hold, so that the payer is checked before it is captured. */
  readonly isHeldFirst: boolean
  /** Since when money is on hold and not captured yet; null while none is. */
  readonly heldSince: Date | null
  /** When the payment that is under way or received began; null where there is none, or it did not begin with us. */
  readonly begunAt: Date | null
  /** Whether the order is priced by the money received, and not by its quote. */
  readonly isPricedOnReceipt: boolean
  /** Whether only other money was received than the order waits for, which is refunded separately. */
  readonly hasOnlyOther: boolean
  /** Whether the buyer provides the refund address, so that an order with owed money need not wait for the operator. */
  readonly asksWhereTo: boolean
  /** Whether that address is needed now, or was given; null where nothing is owed, or the way to pay needs none. */
  readonly refundAddress: 'needed' | 'given' | null
}

/** The defaults of most ways to pay: no hold, no refund address, and a price from the quote. */
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
  /** The number of the payment that brought it, which names the journals of the sale. */
  readonly number: number
  readonly amount: Money
}

/**
 * The parts of a pay-in that can be returned or settled by hand. Reserved money can be released, lost money written
 * off, and charged-back money only settled by hand.
 */
export type MoneyPart =
  | 'reserved'
  | 'authorised'
  | 'received'
  | 'returning'
  | 'owed'
  | 'charged_back'
  | 'lost'

/** Something that a pay-in waits for: an answer, or a refund. */
export type PayinWait = {
  readonly verb: 'ask_payin' | 'refund'
  /** Which of the order's payments it is about. */
  readonly number: number
  /** Waits before each try, milliseconds; the last repeats. */
  readonly waitsMs: readonly number[]
}
