import type { PayoutGroup } from '@cambio/wire/Group.ts'
import type { PayoutOrder } from './PayoutRail.ts'

/**
 * What a rail does about its payments inside a transaction, be the rail open or not: its tables outlive its settings, and
 * what is called off must be so together with what its order does instead.
 */
export type PayoutRecall = {
  /** The group of pay-outs that it knows. */
  readonly group: PayoutGroup
  /**
   * Sees to it that a payment is never made, be it asked for by now or a moment later. False where it may have been made,
   * and where the rail does not carry it.
   */
  callOff(
    payment: Pick<PayoutOrder, 'payoutId' | 'orderId' | 'amount' | 'address'>,
    why: { readonly reason: string; readonly at: Date },
  ): Promise<boolean>
  /** Whether it is open again if a payment leaves that had failed; left out by a rail where a failure is for good. */
  isOpenAgain?(payoutId: string): Promise<boolean>
}
