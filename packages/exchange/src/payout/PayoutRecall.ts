import type { PayoutGroup } from '@cambio/wire/Group.ts'
import type { PayoutOrder } from './PayoutRail.ts'

/**
 * What a rail does about its payments within a transaction, whether or not the rail is open: its tables outlive its
 * settings. A pay-out must be called off in the transaction that changes its order.
 */
export type PayoutRecall = {
  /** The group of pay-outs that it knows. */
  readonly group: PayoutGroup
  /**
   * Ensures that a payment is never made, whether it was already requested or is requested later. False where it may
   * have been made, and where the rail does not carry it.
   */
  callOff(
    payment: Pick<PayoutOrder, 'payoutId' | 'orderId' | 'amount' | 'address'>,
    why: { readonly reason: string; readonly at: Date },
  ): Promise<boolean>
  /** Whether a failed payment may still leave; omitted by a rail where a failure is final. */
  isOpenAgain?(payoutId: string): Promise<boolean>
}
