import type { Money } from '@cambio/wire/Money.ts'
import type { PaidCard } from '../../machine/PayinData.ts'

/** What redirects the buyer to the bank. `params` is the platform's JSON, byte for byte. */
export type Challenge = {
  readonly url: string
  readonly method: 'GET' | 'POST'
  readonly params: string | null
}

/** A pay-in by card: a few attempts to charge one, of which at most one succeeds. */
export type CardPayin = { readonly is: 'card'; readonly attempts: readonly Attempt[] }

/** The reason of an attempt that no bank declined: its buyer turned back instead of confirming it. */
export const CANCELED_BY_BUYER = 'Canceled by the buyer at the bank'

type AttemptBase = {
  readonly number: number
  /** Our id of the charge at the platform: `<client_order_id>-<number>-<128 random bits>`. */
  readonly platformOrderId: string
  readonly sessionId: string
  readonly card: PaidCard
  /** Identifies this card, hashed with a key of ours; null for a published test card. */
  readonly cardKey: string | null
  readonly payerIp: string
  readonly returnTo: 'frame' | 'top'
  readonly openedAt: Date
  /**
   * Whether the reason of a decline is hidden from the buyer, after so many declines that it would only help to test
   * cards.
   */
  readonly reasonHidden: boolean
  /** What banks charged back of it, and what of that disputes won back; omitted where there was none. */
  readonly dispute?: Dispute
}

/** Amounts are totals over all disputes of the attempt. */
export type Dispute = {
  readonly charged: Money
  readonly won: Money
  /** Where the money was before: received for the order, already gone, or here without being the order's. */
  readonly from: 'received' | 'gone' | 'here'
  /** The amount of it then. */
  readonly taken: Money
}

/**
 * One attempt to charge a card.
 *
 *   turned_away
 *     ▲
 *   open ─► challenged ─► held ─► settled
 *     └────────┴──► declined     │      │
 *                      (late) ─► returning ─► returned
 *                                      └────► owed ─► returning | closed
 *
 * Captured money may be charged back, and has its former state again once the dispute is won.
 */
export type Attempt = AttemptBase &
  (
    | { readonly state: 'open' }
    | { readonly state: 'challenged'; readonly transId: string; readonly challenge: Challenge | null }
    /** The platform was overloaded and asked no bank. It does not count as one of the buyer's attempts. */
    | { readonly state: 'turned_away' }
    /** The bank's reason, or {@link CANCELED_BY_BUYER}. */
    | { readonly state: 'declined'; readonly transId: string | null; readonly reason: string }
    | { readonly state: 'held'; readonly transId: string }
    | { readonly state: 'settled'; readonly transId: string }
    /** The money is being returned: the hold is voided, or the settled charge refunded. */
    | {
        readonly state: 'returning'
        readonly transId: string
        readonly settled: boolean
        /** Whether the platform has accepted the refund. */
        readonly accepted: boolean
        /** The amount on hold or captured. */
        readonly amount: Money
      }
    | {
        readonly state: 'returned'
        readonly transId: string
        readonly settled: boolean
        /** The amount that was on hold or captured; the order's pay-in where the platform never reported an amount. */
        readonly amount: Money
      }
    /**
     * Money that is not the order's and that the platform will not return. It waits for the operator, and is in the
     * books if captured.
     */
    | { readonly state: 'owed'; readonly transId: string; readonly settled: boolean; readonly amount: Money }
    /** The operator settled it with the buyer by hand: it is closed. */
    | {
        readonly state: 'closed'
        readonly transId: string
        readonly settled: boolean
        /** The amount that was on hold or captured. */
        readonly amount: Money
      }
    /** The total that the bank charged back, minus what was won back. */
    | { readonly state: 'charged_back'; readonly transId: string; readonly amount: Money }
  )

/** A fact about one attempt to charge a card. */
export type ChargeFact =
  | {
      readonly is: 'challenged'
      readonly number: number
      readonly transId: string
      readonly challenge: Challenge | null
    }
  | {
      readonly is: 'declined'
      readonly number: number
      readonly transId: string | null
      readonly reason: string
    }
  | { readonly is: 'turned_away'; readonly number: number }
  | ({
      readonly is: 'held'
      readonly number: number
      readonly transId: string
      readonly amount: Money
    } & Checked)
  | ({
      readonly is: 'settled'
      readonly number: number
      readonly transId: string
      readonly amount: Money
    } & Checked)
  | {
      readonly is: 'capture_refused'
      readonly number: number
      readonly transId: string
      readonly amount: Money
    }
  | { readonly is: 'returned'; readonly number: number; readonly transId: string }
  | { readonly is: 'return_accepted'; readonly number: number }
  | { readonly is: 'return_refused'; readonly number: number }
  | {
      readonly is: 'charged_back'
      readonly number: number
      readonly transId: string
      /** The total charged back: a part may be followed by more. */
      readonly amount: Money
      /** The total of it won back. */
      readonly won?: Money
    }
  /** A charge-back that shrank, since more of it was won back. */
  | {
      readonly is: 'dispute_won'
      readonly number: number
      readonly transId: string
      readonly amount: Money
      readonly won: Money
    }

/** Whether the payer was checked in the transaction that wrote this, so that the money may buy coins. */
type Checked = { readonly checked?: true }

/** All that can change a pay-in by card: a new attempt, or a report on an earlier one. */
export type CardFact =
  | { readonly is: 'attempted'; readonly attempt: Attempt & { readonly state: 'open' } }
  | ChargeFact

const cardFacts: Readonly<Record<CardFact['is'], true>> = {
  attempted: true,
  challenged: true,
  declined: true,
  turned_away: true,
  held: true,
  settled: true,
  capture_refused: true,
  returned: true,
  return_accepted: true,
  return_refused: true,
  charged_back: true,
  dispute_won: true,
}

/** Whether a fact about an order is one about its pay-in by card. */
export function isCardFact(fact: { readonly is: string }): fact is CardFact {
  return Object.hasOwn(cardFacts, fact.is)
}

/** The reason of a declined attempt, as shown to the buyer and the partner; null where it is hidden. */
export function publishedReason(attempt: Attempt): string | null {
  if (attempt.state !== 'declined') return null
  return attempt.reasonHidden && attempt.reason !== CANCELED_BY_BUYER ? null : attempt.reason
}

/** How often a buyer may try a card on one order. */
const MOST_ATTEMPTS = 3

/** The attempt that may still charge or has charged; there is at most one. */
export function liveAttempt({ attempts }: CardPayin): Attempt | undefined {
  return attempts.find(({ state }) => live.has(state))
}

export function latestAttempt({ attempts }: CardPayin): Attempt | undefined {
  return attempts.at(-1)
}

/** @throws Error when there is no attempt of that number */
export function attemptOf({ attempts }: CardPayin, number: number): Attempt {
  const attempt = attempts.find((other) => other.number === number)
  if (!attempt) throw new Error(`There is no attempt ${number}`)
  return attempt
}

/** How many more cards the buyer may try. */
export function attemptsLeft({ attempts }: CardPayin): number {
  return MOST_ATTEMPTS - attempts.filter(({ state }) => state !== 'turned_away').length
}

const live: ReadonlySet<Attempt['state']> = new Set(['open', 'challenged', 'held', 'settled'])
