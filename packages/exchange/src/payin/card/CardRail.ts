import type { Money } from '@cambio/wire/Money.ts'
import type { Payer } from '@cambio/wire/widget/Widget.ts'
import type { PaidCard } from '../machine/PayinData.ts'
import type { Challenge } from './machine/CardPayin.ts'

/** Identifies a charge: our id of it, and what its signature needs. */
export type ChargeKey = {
  /** The id that the exchange sent; also the platform's once it is known. */
  readonly platformOrderId: string
  readonly transId: string | null
  readonly email: string
  readonly card: PaidCard
}

export type ChargeOrder = ChargeKey & {
  /** The hosted form that the card was typed into. Its single-use token is fetched when needed and never stored. */
  readonly sessionId: string
  readonly amount: Money
  readonly payer: Payer
  readonly payerIp: string
  readonly description: string
  /** Where the challenge returns to: inside the widget's frame, or at top level. */
  readonly returnTo: 'frame' | 'top'
}

/**
 * The platform's state of a charge. `unknown` is a missing answer: ask about it again, and never send it under another
 * id. `absent` means that the platform never received it.
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
      /** The platform's capture was refused. */
      readonly captureRefused: boolean
      readonly returnRefused: boolean
      readonly savedCard?: SavedCardToken
    }
  | {
      readonly is: 'settled'
      readonly transId: string
      readonly amount: Money
      /** The platform's refund was refused. */
      readonly returnRefused: boolean
      readonly savedCard?: SavedCardToken
      /** The total that banks charged back and disputes won again; omitted where there was none. */
      readonly disputed?: Money
    }
  | { readonly is: 'returned'; readonly transId: string }
  /** `amount` is the total charged back, and `won` the part of it won again. */
  | { readonly is: 'charged_back'; readonly transId: string; readonly amount: Money; readonly won?: Money }

/** The platform's token of a card that its buyer saved, and the last month in which the card is valid. */
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

/**
 * The card platform as the exchange needs it. Every call has a time limit, and a platform's refusal is returned, not
 * thrown.
 */
export type CardRail = {
  /** @throws Refusal platform_unreachable */
  openFields(input: {
    readonly ancestors: readonly string[]
    readonly locale: string | undefined
    /**
     * The token of a saved card, for which only the security code is asked; null where a card is typed, and may be
     * saved.
     */
    readonly cardToken: string | null
    /** The amount to charge, which a wallet asks its buyer to approve. */
    readonly amount: Money
  }): Promise<OpenedFields | 'token_refused'>
  /** @throws Refusal platform_unreachable */
  fields(sessionId: string): Promise<FieldsState>
  /**
   * Sends the SALE. Sending it twice under one platformOrderId charges once. `turned_away` means that the platform was
   * overloaded and has no such payment.
   */
  charge(order: ChargeOrder): Promise<ChargeState | { readonly is: 'turned_away' }>
  getPaymentStatus(key: ChargeKey): Promise<ChargeState>
  /** Returns the whole amount: voids a hold, or refunds a settled charge. Idempotent. */
  refund(key: ChargeKey & { readonly transId: string }): Promise<'accepted' | 'refused' | 'unknown'>
}
