import type { CardType, Method, PaymentWallet } from '@cambio/wire/Group.ts'
import type { AttemptResult } from '@cambio/wire/order/Order.ts'

/** The part of a pay-in that the order's partner and its buyer may know. */
export type PayinData = {
  /** How the money comes; null for a card until its brand is known. */
  readonly method: Method | null
  /** The card that was tried last; null before there is one, and where the money comes another way. */
  readonly card: PaidCard | null
  /** Where coins are sent to, and whether any were seen there; null where the money comes another way. */
  readonly coins: { readonly address: string; readonly isSeen: boolean } | null
  /** Every attempt to pay, oldest first. */
  readonly attempts: readonly PaymentAttempt[]
}

/** The part of a card's details that a merchant may have. */
export type PaidCard = {
  /** First six and last four digits around six stars. */
  readonly mask: string
  readonly brand: CardType | null
  readonly issuerCountry: string | null
  /** The wallet that it was paid from; null for a card that was typed or saved, and where the platform does not say. */
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
