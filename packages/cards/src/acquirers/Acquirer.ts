import type { Money } from '@cambio/wire/Money.ts'
import type { MeansOfPayment } from '../means/MeansOfPayment.ts'
import type { Challenge } from '../transaction/Challenge.ts'
import type { DeclineReason } from '../transaction/DeclineReason.ts'
import type { AcquirerPayment } from './AcquirerPayment.ts'

/**
 * The bank or processor that moves the money for the platform. Every call carries an id of ours, by which a repeated call
 * is carried out once: the transaction's for an authorisation, the operation's for what follows. When the outcome is not
 * known, a call answers `unknown` or throws; the platform then asks for the payment's status (authorisation), or repeats
 * the call (operation).
 */
export type Acquirer = {
  readonly name: string
  /**
   * For how long after its acceptance an authorisation that the acquirer does not know may still arrive there,
   * milliseconds; five minutes where this is left out.
   */
  readonly absentForMs?: number
  /**
   * The means of payment that it accepts from wallets: network tokens, or cards' own numbers with 3-D Secure. Left out:
   * none.
   */
  readonly acceptsFromWallets?: readonly MeansOfPayment['is'][]
  /** Holds the amount. Called at most once for a transaction. */
  authorise(request: Authorisation, signal: AbortSignal): Promise<Outcome>
  /**
   * The outcome of an authorisation. `absent`: the acquirer does not know it. `waiting`: the buyer is in the challenge.
   */
  getPaymentStatus(
    request: Question,
    signal: AbortSignal,
  ): Promise<Outcome | { readonly is: 'absent' | 'waiting' }>
  /** Captures the hold or a part of it; the rest is released. */
  capture(request: OperationRequest, signal: AbortSignal): Promise<OperationOutcome>
  /** Releases a whole hold. */
  reverse(request: OperationRequest, signal: AbortSignal): Promise<OperationOutcome>
  /** Refunds captured money, whole or in part. */
  refund(request: OperationRequest, signal: AbortSignal): Promise<OperationOutcome>
  /** The total that was charged back so far. Left out by an acquirer without chargebacks. */
  getChargebacks?(
    payment: AcquirerPayment,
    signal: AbortSignal,
  ): Promise<Chargebacks | { readonly is: 'unknown' }>
  /**
   * Reads a webhook of the acquirer. It changes no payment: the acquirer is then asked for the status of the payment that
   * it names.
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
  /** Where the buyer's browser returns after a challenge: an address of ours. */
  readonly returnUrl: string
}

/** The payer's details by the protocol's names, without `payer_`. */
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
  /**
   * The parameters with which the browser returned from a challenge. Not trusted: an acquirer uses only what it can
   * verify.
   */
  readonly returned?: ReadonlyMap<string, string>
  /** The platform gives up on the payment after this question. An acquirer that can do so cancels the authorisation. */
  readonly givingUp: boolean
}

export type OperationRequest = AcquirerPayment & {
  /** The operation's id: repeated under it, the operation is carried out once. */
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

/** A webhook request with its body unchanged, because its signature covers the bytes. */
export type AcquirerNotice = { readonly headers: Headers; readonly body: string }

/**
 * What a webhook says. `forged`: it is not the acquirer's. `nothing`: it is about no payment of ours. `unknown`: the
 * acquirer could not be asked which payment it is about, and has to send it again.
 */
export type NoticeReading =
  | { readonly is: 'forged' | 'nothing' | 'unknown' }
  | { readonly is: 'event'; readonly transactionId: string }

/** Finds the payment that a webhook names, among the acquirer's own. */
export type Payments = {
  byId(transactionId: string): Promise<AcquirerPayment | undefined>
}

export type Outcome =
  | { readonly is: 'done'; readonly reference: string }
  /** `canceled`: the payer canceled the challenge, so no bank decided. */
  | { readonly is: 'declined'; readonly reason: DeclineReason; readonly canceled?: true }
  | { readonly is: 'challenge'; readonly reference: string; readonly challenge: Challenge }
  | { readonly is: 'unknown' }

export type OperationOutcome =
  | { readonly is: 'done' }
  | { readonly is: 'declined'; readonly reason: DeclineReason }
  | { readonly is: 'unknown' }
