import type { Money } from '@cambio/wire/Money.ts'
import type { MeansOfPayment } from '../means/MeansOfPayment.ts'
import type { Challenge } from '../transaction/Challenge.ts'
import type { DeclineReason } from '../transaction/DeclineReason.ts'
import type { AcquirerPayment } from './AcquirerPayment.ts'

/**
 * Who moves the money for the platform. Every call carries an id of ours that makes twice once: the transaction's for
 * an authorisation, the operation's for what follows. A call whose end is not known answers `unknown` or throws, which
 * counts as the same; the platform then asks (an authorisation) or repeats under the same id (a move).
 */
export type Acquirer = {
  readonly name: string
  /**
   * For how long an authorisation that it never heard of may still reach it, milliseconds from when it was accepted; left
   * out: five minutes.
   */
  readonly absentForMs?: number
  /** Holds the amount on the card. Called at most once for a transaction. */
  authorise(request: Authorisation, signal: AbortSignal): Promise<Outcome>
  /** What became of an authorisation. `absent`: the acquirer never heard of it; `waiting`: the buyer is still busy. */
  getPaymentStatus(
    request: Question,
    signal: AbortSignal,
  ): Promise<Outcome | { readonly is: 'absent' | 'waiting' }>
  /** Takes held money, at most all of it; the rest of the hold is released. */
  capture(request: OperationRequest, signal: AbortSignal): Promise<OperationOutcome>
  /** Releases a whole hold. */
  reverse(request: OperationRequest, signal: AbortSignal): Promise<OperationOutcome>
  /** Gives captured money back. */
  refund(request: OperationRequest, signal: AbortSignal): Promise<OperationOutcome>
  /** What the payment's bank has taken back so far, all charge-backs together. Left out where there are none. */
  getChargebacks?(
    payment: AcquirerPayment,
    signal: AbortSignal,
  ): Promise<Chargebacks | { readonly is: 'unknown' }>
  /**
   * Reads a notice that the acquirer sends of its own accord. It moves nothing: the payment that it
   * names is asked about at once.
   */
  readNotice?(notice: AcquirerNotice, payments: Payments, signal: AbortSignal): Promise<NoticeReading>
}

export type Authorisation = {
  readonly transactionId: string
  readonly money: Money
  readonly means: MeansOfPayment
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
  readonly birth_date?: string | undefined
  readonly address: string
  readonly address2?: string | undefined
  readonly house_number?: string | undefined
  readonly country: string
  readonly state?: string | undefined
  readonly city: string
  readonly district?: string | undefined
  readonly zip?: string | undefined
  readonly email: string
  readonly phone: string
  readonly ip: string
}

export type Question = AcquirerPayment & {
  /** What the browser brought back from a challenge. Untrusted: an acquirer believes only what it can check. */
  readonly returned?: ReadonlyMap<string, string>
  /** The platform gives the payment up with this question: an acquirer that can, lets no hold come of it any more. */
  readonly givingUp: boolean
}

export type OperationRequest = AcquirerPayment & {
  /** The operation's id, which makes twice once. */
  readonly operationId: string
  readonly reference: string
  readonly money: Money
}

/** Minor units of the payment's currency. `bankDate`: `2026-03-01`. */
export type Chargebacks = {
  readonly is: 'known'
  readonly units: bigint
  readonly reason: string
  readonly bankDate: string
}

/** A request as it came, its body untouched, since a signature covers the bytes. */
export type AcquirerNotice = { readonly headers: Headers; readonly body: string }

/**
 * What a notice is. `forged`: the acquirer did not send it. `nothing`: it did, about no payment of ours. `unknown`: it
 * did, and could not be asked which payment it is about, so it has to send it again.
 */
export type NoticeReading =
  | { readonly is: 'forged' | 'nothing' | 'unknown' }
  | { readonly is: 'event'; readonly transactionId: string }

/** How an acquirer finds the payment that a notice names. Only its own payments are there. */
export type Payments = {
  byId(transactionId: string): Promise<AcquirerPayment | undefined>
}

export type Outcome =
  | { readonly is: 'done'; readonly reference: string }
  /** `canceled`: the payer turned back where they were to confirm, so no bank decided. */
  | { readonly is: 'declined'; readonly reason: DeclineReason; readonly canceled?: true }
  | { readonly is: 'challenge'; readonly reference: string; readonly challenge: Challenge }
  | { readonly is: 'unknown' }

export type OperationOutcome =
  | { readonly is: 'done' }
  | { readonly is: 'declined'; readonly reason: DeclineReason }
  | { readonly is: 'unknown' }
