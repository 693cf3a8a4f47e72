import type { Money } from '@cambio/wire/Money.ts'
import type { MeansView } from '../means/MeansView.ts'
import { Uuid } from '../protocol/Uuid.ts'
import type { Challenge } from './Challenge.ts'
import type { DeclineReason } from './DeclineReason.ts'

/** A card payment that was accepted. Each state has the members that are known in it, and no others. */
export type Transaction = Accepted & State

type Accepted = {
  /** The trans_id. */
  readonly id: string
  readonly merchantId: string
  readonly orderId: string
  /** The number of its changes. A change names the number that it saw, so that of two writers one is refused. */
  readonly seq: number
  readonly createdAt: Date
  /** What the SALE asked to hold. */
  readonly money: Money
  readonly means: MeansView
  readonly acquirer: string
  readonly descriptor: string
  readonly captureDelayMs: number | null
  /** The card's record in the vault; null where no token was requested. */
  readonly vaultId: string | null
  readonly byToken: boolean
  readonly payer: { readonly email: string; readonly name: string; readonly ip: string }
  readonly term: { readonly url: string; readonly target: string }
  /** The first answer to the SALE, so that the same request gets the same answer. */
  readonly answered: 'PENDING' | 'DECLINED' | '3DS' | 'REDIRECT' | null
  /** Null: the buyer was sent to none. */
  readonly challenge: Challenge | null
}

type State =
  | { readonly state: 'authorising' }
  | { readonly state: 'challenged'; readonly reference: string }
  | { readonly state: 'held' | 'reversed'; readonly reference: string }
  /** One operation at a time works on a hold. No other one starts before it ends. */
  | { readonly state: 'capturing' | 'reversing'; readonly reference: string; readonly operationId: string }
  | ({ readonly state: 'settled' | 'refunded' | 'charged_back'; readonly reference: string } & Books)
  /** `releasing`: the bank held the money after the payment was declined here, and is asked to release it. */
  | {
      readonly state: 'declined'
      readonly reason: DeclineReason
      readonly reference: string | null
      readonly releasing: boolean
    }

/** Minor units of the transaction's currency. */
export type Books = {
  readonly captured: bigint
  /** Refunds that were accepted and that the acquirer has not confirmed. */
  readonly refunding: bigint
  readonly refunded: bigint
  readonly chargedBack: bigint
}

/** The protocol's word for each state. PREPARE: the outcome is not known yet and comes by notification. */
export type Status =
  | 'PREPARE'
  | '3DS'
  | 'REDIRECT'
  | 'PENDING'
  | 'SETTLED'
  | 'REVERSAL'
  | 'REFUND'
  | 'CHARGEBACK'
  | 'DECLINED'

export function statusOf(transaction: Transaction): Status {
  switch (transaction.state) {
    case 'authorising':
      return 'PREPARE'
    case 'challenged':
      return transaction.challenge?.status ?? '3DS'
    case 'held':
    case 'capturing':
    case 'reversing':
      return 'PENDING'
    case 'settled':
      return 'SETTLED'
    case 'reversed':
      return 'REVERSAL'
    case 'refunded':
      return 'REFUND'
    case 'charged_back':
      return 'CHARGEBACK'
    case 'declined':
      return 'DECLINED'
  }
}

/** Whether the bank has not decided yet. */
export function isUndecided({ state }: Transaction): boolean {
  return state === 'authorising' || state === 'challenged'
}

/** Whether a text has the form of a trans_id. */
export function isTransactionId(text: string): boolean {
  return Uuid.safeParse(text).data === text
}
