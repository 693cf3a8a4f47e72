import type { PayinGroup } from '@cambio/wire/Group.ts'
import type { Money } from '@cambio/wire/Money.ts'
import type { Status } from '@cambio/wire/order/Order.ts'
import type { OwedPart } from '../../payin/machine/OwedPart.ts'

/** An order refuses the operator's instruction. Nothing was written. */
export type OrderRefusal = { readonly is: 'refused' } & Objection

/** Why an order refuses the operator's instruction. */
export type Objection =
  | { readonly code: 'no_such_order' }
  | { readonly code: 'not_waiting' | 'no_approval_awaited' | 'nothing_to_settle' }
  /** The order moved here with its partner from another cell, which keeps its money. */
  | { readonly code: 'of_other_cell' }
  /** It would be frozen at once: the wallet that it pays is on the imported list. */
  | { readonly code: 'wallet_listed'; readonly wallet: string }
  /** It is frozen. `wallet` is its wallet that the imported list names now; null where the list names none. */
  | { readonly code: 'frozen'; readonly wallet: string | null }
  /** A failed payment of the order may still move its money, until another transaction is final. */
  | { readonly code: 'payment_open_again' }
  /** Its buyer is unknown and paid more than an unknown person may. */
  | { readonly code: 'client_unknown'; readonly payinGroup: PayinGroup }
  | { readonly code: 'over_every_level'; readonly payinGroup: PayinGroup }
  | NotCanceled
  | NotContinued
  | RefundObjection
  | NotOwed

/** Why an order cannot be canceled as unpaid. */
export type NotCanceled =
  | { readonly code: 'ended'; readonly status: Status }
  | { readonly code: 'paid'; readonly received: Money }
  | { readonly code: 'going_back'; readonly returning: Money }
  | { readonly code: 'held_next'; readonly authorised: Money }
  | { readonly code: 'payment_open' }
  | { readonly code: 'past_canceling'; readonly status: Status }
  | { readonly code: 'waits_for_operator' }

/** Why an order that waits for the operator cannot continue where it stopped. */
export type NotContinued =
  | { readonly code: 'money_owed'; readonly owed: readonly OwedPart[] }
  | { readonly code: 'goes_both_ways'; readonly returning: Money }
  | { readonly code: 'payment_lost'; readonly lost: Money }
  | { readonly code: 'buys_nothing'; readonly received: Money }
  | { readonly code: 'nothing_left'; readonly chargedBack: Money | null }

/** Why no money of an order can be refunded. */
export type RefundObjection =
  | { readonly code: 'money_owed'; readonly owed: readonly OwedPart[] }
  | { readonly code: 'spent'; readonly received: Money; readonly on: SpentOn }
  | { readonly code: 'going_back_already'; readonly returning: Money }
  | { readonly code: 'only_held'; readonly authorised: Money }
  | { readonly code: 'outcome_open'; readonly by: 'deposit' | 'payment' }
  | { readonly code: 'charged_back'; readonly amount: Money }
  | { readonly code: 'lost'; readonly amount: Money }
  | { readonly code: 'settled_before'; readonly amount: Money }
  | { readonly code: 'returned_before'; readonly amount: Money }
  | { readonly code: 'only_reserved'; readonly amount: Money }
  | { readonly code: 'ended_unpaid' | 'unpaid' }

/** What the received money pays for that has left, or can no longer be stopped. */
export type SpentOn =
  | { readonly is: 'child' | 'balance' | 'payment_file' | 'signed_coins' }
  | { readonly is: 'bank_payment'; readonly address: string }
  | { readonly is: 'sent_coins'; readonly txid: string }

/** Why a return is not tried again: the order owes nothing, or the reference is not an order's. */
export type NotOwed = { readonly code: 'owes_nothing' } | { readonly code: 'not_an_orders' }
