import type { Money } from '@cambio/wire/Money.ts'
import type { PayoutRules } from '../catalogue/PayoutRules.ts'

/** A payment that is to leave: our id of it, as its rail knows it, and the order that it is for. */
export type Departure = { readonly paymentId: string; readonly orderId: string; readonly amount: Money }

/** Why a payment waits before it leaves. */
export type WaitReason = 'paused' | 'hour_cap' | 'day_cap'

/** What has left of late, and what waits to leave. */
export type Departures = {
  /**
   * Counts a payment against the caps, once however often it is asked, and over all processes; two at once cannot
   * exceed them.
   * @returns the cap that is used up; null if neither is, and it may leave
   */
  count(
    departure: Departure,
    eurCents: bigint,
    caps: Pick<PayoutRules, 'hourEurCents' | 'dayEurCents'>,
  ): Promise<Exclude<WaitReason, 'paused'> | null>
  /** Keeps that a payment waits now, for the operator to see. */
  keepWaiting(departure: Departure, why: WaitReason): Promise<void>
}
