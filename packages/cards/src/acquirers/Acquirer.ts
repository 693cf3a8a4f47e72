import type { Money } from '@cambio/wire/Money.ts'
import type { Card, Cvv } from '../Card.ts'
import type { DeclineReason } from '../DeclineReason.ts'

/**
 * Who moves the money for the platform. Every call carries an id of ours that makes twice once: the transaction's for
 * an authorisation, the operation's for what follows. A call whose end is not known answers `unknown` and never
 * throws for that; the platform then asks (an authorisation) or repeats under the same id (a move).
 */
export type Acquirer = {
  readonly name: string
  /** Holds the amount on the card. Called at most once for a transaction. */
  authorise(request: Authorisation, signal: AbortSignal): Promise<Outcome>
  /** What became of an authorisation. `absent`: the acquirer never heard of it; `waiting`: the buyer is still busy. */
  ask(request: Question, signal: AbortSignal): Promise<Outcome | { readonly is: 'absent' | 'waiting' }>
  /** Takes held money, at most all of it; the rest of the hold is released. */
  capture(move: Move, signal: AbortSignal): Promise<MoveOutcome>
  /** Releases a whole hold. */
  reverse(move: Move, signal: AbortSignal): Promise<MoveOutcome>
  /** Gives captured money back. */
  refund(move: Move, signal: AbortSignal): Promise<MoveOutcome>
}

export type Authorisation = {
  readonly transactionId: string
  readonly money: Money
  readonly card: Card
  /** Null where the merchant could not have one, which some acquirers decline. */
  readonly cvv: Cvv | null
  readonly payer: Payer
  readonly merchantName: string
  readonly description: string
  readonly descriptor: string
  /** Where the buyer's browser comes back to after a challenge: an address of ours. */
  readonly returnUrl: string
}

/** The payer's details as the protocol names them, `payer_` left out. */
export type Payer = {
  readonly first_name: string
  readonly last_name: string
  readonly middle_name?: string | undefined
  readonly birth_date: string
  readonly address: string
  readonly address2?: string | undefined
  readonly house_number?: string | undefined
  readonly country: string
  readonly state: string
  readonly city: string
  readonly district?: string | undefined
  readonly zip: string
  readonly email: string
  readonly phone: string
  readonly ip: string
}

export type Question = {
  readonly transactionId: string
  /** The acquirer's own name for it, where it told us one before. */
  readonly reference: string | null
  /** What the browser brought back from a challenge. Untrusted: an acquirer believes only what it can check. */
  readonly returned?: ReadonlyMap<string, string>
}

export type Move = {
  /** The operation's id, which makes twice once. */
  readonly operationId: string
  readonly transactionId: string
  readonly reference: string
  readonly money: Money
}

export type Outcome =
  | { readonly is: 'done'; readonly reference: string }
  | { readonly is: 'declined'; readonly reason: DeclineReason }
  | { readonly is: 'challenge'; readonly reference: string; readonly challenge: Challenge }
  | { readonly is: 'unknown' }

export type MoveOutcome =
  | { readonly is: 'done' }
  | { readonly is: 'declined'; readonly reason: DeclineReason }
  | { readonly is: 'unknown' }

/** Where the buyer is sent before the bank decides, in the protocol's own form. */
export type Challenge = {
  readonly status: '3DS' | 'REDIRECT'
  readonly url: string
  readonly method: 'GET' | 'POST'
  readonly params: Readonly<Record<string, string>>
}
