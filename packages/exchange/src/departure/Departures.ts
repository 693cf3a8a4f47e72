import type { Money } from '@cambio/wire/Money.ts'
import type { PayoutRules } from '../catalogue/PayoutRules.ts'

/** A payment to be sent: our id of it, which its rail knows, and its order. */
export type Departure = { readonly paymentId: string; readonly orderId: string; readonly amount: Money }

/** Why a payment waits before it leaves. */
export type WaitReason = 'paused' | 'hour_cap' | 'day_cap'

/** What was recently sent, and what waits to be sent. */
export type Departures = {
  /**
   * Counts a payment against the caps over all processes. Repeated calls count it once, and concurrent calls cannot
   * exceed a cap.
   * @returns the cap that is used up; null if neither is and the payment may leave
   */
  count(
    departure: Departure,
    eurCents: bigint,
    caps: Pick<PayoutRules, 'hourEurCents' | 'dayEurCents'>,
  ): Promise<Exclude<WaitReason, 'paused'> | null>
  /** Records that a payment waits, for the operator to see. */
  keepWaiting(departure: Departure, why: WaitReason): Promise<void>
}
