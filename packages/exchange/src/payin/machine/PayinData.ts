import type { CardType, Method, PaymentWallet } from '@cambio/wire/Group.ts'
import type { AttemptResult } from '@cambio/wire/order/Order.ts'

/** The part of a pay-in that the order's partner and its buyer may see. */
export type PayinData = {
  /** The payment method; null for a card until its brand is known. */
  readonly method: Method | null
  /** The card that was tried last; null before the first, and for another way to pay. */
  readonly card: PaidCard | null
  /** The address for coins, and whether any were seen there; null for another way to pay. */
  readonly coins: { readonly address: string; readonly isSeen: boolean } | null
  /** Every attempt to pay, oldest first. */
  readonly attempts: readonly PaymentAttempt[]
}

/** The part of a card's details that a merchant may store. */
export type PaidCard = {
  /** First six and last four digits around six stars. */
  readonly mask: string
  readonly brand: CardType | null
  readonly issuerCountry: string | null
  /** The wallet that it was paid from; null for a typed or saved card, and where the platform does not say. */
  readonly wallet: PaymentWallet | null
}

/** One attempt to pay. */
export type PaymentAttempt = {
  readonly at: Date
  readonly method: Method | null
  /** The wallet that a card was paid from, where there was one. */
  readonly wallet?: PaymentWallet | null
  readonly result: AttemptResult
  readonly declineReason: string | null
}
