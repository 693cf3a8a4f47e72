import type { Money } from '@cambio/wire/Money.ts'
import type { MeansView } from '../means/MeansView.ts'
import { Uuid } from '../protocol/Uuid.ts'
import type { Challenge } from './Challenge.ts'
import type { DeclineReason } from './DeclineReason.ts'

/** A card payment, from the moment it was accepted. What each state knows is in its branch, and nothing else. */
export type Transaction = Accepted & State

type Accepted = {
  /** The trans_id. */
  readonly id: string
  readonly merchantId: string
  readonly orderId: string
  /** How often it has changed. Every change names the seq it saw, so that two writers never both win. */
  readonly seq: number
  readonly createdAt: Date
  /** What the SALE asked to hold. */
  readonly money: Money
  readonly means: MeansView
  readonly acquirer: string
  readonly descriptor: string
  readonly captureDelayMs: number | null
  /** The vault's record of the card where the merchant asked for a token. */
  readonly vaultId: string | null
  readonly byToken: boolean
  readonly payer: { readonly email: string; readonly name: string; readonly ip: string }
  readonly term: { readonly url: string; readonly target: string }
  /** What the SALE was answered when its outcome was first known, so that the same request gets the same answer. */
  readonly answered: 'PENDING' | 'DECLINED' | '3DS' | 'REDIRECT' | null
  /** Where the buyer was sent, if anywhere. */
  readonly challenge: Challenge | null
}

type State =
  | { readonly state: 'authorising' }
  | { readonly state: 'challenged'; readonly reference: string }
  | { readonly state: 'held' | 'reversed'; readonly reference: string }
  /** One operation at a time has a hold in hand; nobody else touches it until that one has ended. */
  | { readonly state: 'capturing' | 'reversing'; readonly reference: string; readonly operationId: string }
  | ({ readonly state: 'settled' | 'refunded' | 'charged_back'; readonly reference: string } & Books)
  /** `releasing`: the bank held the money after we had said no, and was told to let it go. */
  | {
      readonly state: 'declined'
      readonly reason: DeclineReason
      readonly reference: string | null
      readonly releasing: boolean
    }

/** Minor units of the transaction's currency. */
export type Books = {
  readonly captured: bigint
  /** Accepted refunds the acquirer has not confirmed. */
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

/** Whether the bank has neither granted nor refused it yet. */
export function isUndecided({ state }: Transaction): boolean {
  return state === 'authorising' || state === 'challenged'
}

/** Whether a text could be a trans_id, so that nothing else is looked up as one. */
export function isTransactionId(text: string): boolean {
  return Uuid.safeParse(text).data === text
}
