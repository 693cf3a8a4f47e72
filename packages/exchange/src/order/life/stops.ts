import { payinOf, type Order, type StopReason } from '../Order.ts'

/*
 * Each reason to stop has one thing that ends it: a bank restores the money that it charged back, or the operator
 * resolves the order, which ends every reason. Owed money does not stop an order; it is derived from the pay-in.
 */

/** Why an order waits for the operator, in a word. */
export type AttentionReason = StopReason | 'owed'

/** The order, stopped for an additional reason. */
export function stoppedFor(order: Order, reason: StopReason): Order {
  return { ...order, stops: [...without(order, reason), reason] }
}

/** The order after the operator lets it continue. */
export function released(order: Order): Order {
  return { ...order, stops: [] }
}

/** The order, stopped by charge-backs only as long as banks have the money. */
export function stoppedByBanks(order: Order): Order {
  const others = without(order, 'charged_back')
  return payinOf(order).chargedBack === null
    ? { ...order, stops: others }
    : { ...order, stops: ['charged_back', ...others] }
}

/** Whether an order is stopped by anything but a charge-back. */
export function isStoppedBeyondChargeback(order: Order): boolean {
  return without(order, 'charged_back').length > 0
}

/**
 * The most informative reason for the operator: a listed wallet, then the newest other one, then a charge-back, then
 * owed money.
 */
export function attentionReasonOf(order: Order): AttentionReason | null {
  const { stops } = order
  if (stops.includes('frozen')) return 'frozen'
  const newest = without(order, 'charged_back').at(-1) ?? stops.at(-1)
  return newest ?? (payinOf(order).owed === null ? null : 'owed')
}

function without({ stops }: Order, reason: StopReason): StopReason[] {
  return stops.filter((other) => other !== reason)
}
