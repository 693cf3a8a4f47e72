import { payinOf, type Order, type StopReason } from '../Order.ts'

/*
 * Each reason to stop has one thing that ends it: a bank restores the money that it charged back, or the operator
 * resolves the order, which ends every reason. Money that is owed stops nothing; that it is owed is read off the
 * pay-in, and ends with it.
 */

/** Why an order waits for the operator, in a word. */
export type AttentionReason = StopReason | 'owed'

/** The order, stopped for one reason more. */
export function stoppedFor(order: Order, reason: StopReason): Order {
  return { ...order, stops: [...without(order, reason), reason] }
}

/** The order as the operator lets it go on. */
export function released(order: Order): Order {
  return { ...order, stops: [] }
}

/** The order, stopped by charge-backs only while the banks have the money. */
export function stoppedByBanks(order: Order): Order {
  const others = without(order, 'charged_back')
  return payinOf(order).chargedBack === null
    ? { ...order, stops: others }
    : { ...order, stops: ['charged_back', ...others] }
}

/** Whether an order is stopped by anything but a charge-back. */
export function isStoppedOtherwise(order: Order): boolean {
  return without(order, 'charged_back').length > 0
}

/** The reason that tells the operator most: a listed wallet, then the newest one that is no bank's, then a bank, then debts. */
export function attentionReasonOf(order: Order): AttentionReason | null {
  const { stops } = order
  if (stops.includes('frozen')) return 'frozen'
  const newest = without(order, 'charged_back').at(-1) ?? stops.at(-1)
  return newest ?? (payinOf(order).owed === null ? null : 'owed')
}

function without({ stops }: Order, reason: StopReason): StopReason[] {
  return stops.filter((other) => other !== reason)
}
