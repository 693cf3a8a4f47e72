import type { Money } from '@cambio/wire/Money.ts'
import type { Payer } from '@cambio/wire/widget/Widget.ts'
import type { PaidCard } from '../machine/PayinData.ts'
import type { Challenge } from './machine/CardPayin.ts'

/** Names a charge: our id of it, and what its signature needs. */
export type ChargeKey = {
  /** The id under which the exchange asked; the platform's too once it is known. */
  readonly platformOrderId: string
  readonly transId: string | null
  readonly email: string
  readonly card: PaidCard
}

export type ChargeOrder = ChargeKey & {
  /** The hosted form the card was typed into; its single-use token is fetched here and never kept. */
  readonly sessionId: string
  readonly amount: Money
  readonly payer: Payer
  readonly payerIp: string
  readonly description: string
  /** Where the challenge comes back to: inside the widget's frame, or at top level. */
  readonly returnTo: 'frame' | 'top'
}

/**
 * What the platform says of a charge. `unknown` is the missing answer: it is asked about again, never sent under
 * another id. `absent` says that the platform never received it.
 */
export type ChargeState =
  | { readonly is: 'unknown'; readonly why: string }
  | { readonly is: 'absent' }
  | { readonly is: 'challenged'; readonly transId: string; readonly challenge: Challenge | null }
  | { readonly is: 'declined'; readonly transId: string | null; readonly reason: string }
  | {
      readonly is: 'held'
      readonly transId: string
      readonly amount: Money
      /** The platform tried to take the held money and was refused. */
      readonly captureRefused: boolean
      readonly returnRefused: boolean
      readonly savedCard?: SavedCardToken
    }
  | {
      readonly is: 'settled'
      readonly transId: string
      readonly amount: Money
      /** The platform tried to give the money back and was refused. */
      readonly returnRefused: boolean
      readonly savedCard?: SavedCardToken
      /** What banks charged back and disputes won again, in all; left out where none was. */
      readonly disputed?: Money
    }
  | { readonly is: 'returned'; readonly transId: string }
  /** `amount` is what was taken back in all, and `won` what of it was won again. */
  | { readonly is: 'charged_back'; readonly transId: string; readonly amount: Money; readonly won?: Money }

/** The platform's token of a card that its buyer wanted saved, and the last month in which the card is good. */
export type SavedCardToken = { readonly token: string; readonly expiry: string }

/** A hosted card form that was opened. */
export type OpenedFields = { readonly sessionId: string; readonly url: string }

/** The hosted card form of one buyer. */
export type FieldsState =
  | { readonly is: 'open' }
  | {
      readonly is: 'complete'
      readonly card: PaidCard
      /** One key for one card number, for every buyer; null for a published test card. */
      readonly fingerprint: string | null
    }
  | { readonly is: 'ended' }

/** The card platform as the exchange needs it. Every call has a time limit and none throws for a platform's no. */
export type CardRail = {
  /** @throws Refusal platform_unreachable */
  openFields(input: {
    readonly ancestors: readonly string[]
    readonly locale: string | undefined
    /** The token of a saved card, whose security code alone is asked for; null where a card is typed, and may be saved. */
    readonly cardToken: string | null
    /** What the order will be charged with, which a wallet asks its buyer to approve. */
    readonly amount: Money
  }): Promise<OpenedFields | 'token_refused'>
  /** @throws Refusal platform_unreachable */
  fields(sessionId: string): Promise<FieldsState>
  /**
   * Sends the SALE. Sending it twice under one platformOrderId is charging once. `turned_away` says that the platform
   * had too much to do and knows of no such payment.
   */
  charge(order: ChargeOrder): Promise<ChargeState | { readonly is: 'turned_away' }>
  getPaymentStatus(key: ChargeKey): Promise<ChargeState>
  /** Gives the whole amount back: voids a hold, refunds a settled charge. Twice is once. */
  refund(key: ChargeKey & { readonly transId: string }): Promise<'accepted' | 'refused' | 'unknown'>
}
