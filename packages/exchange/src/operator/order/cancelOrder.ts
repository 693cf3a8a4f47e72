import type { OperatorDeps, Outcome } from '../act.ts'
import { instruct, type AboutOrder, type Instructed, type OrderParts } from './instruct.ts'
import { objectionToCanceling } from './objectionToCanceling.ts'
import type { OrderRefusal } from './OrderRefusal.ts'

/** Ends an order that nothing was paid for. Money that comes for it later goes back, or is owed. */
export function cancelOrder(
  deps: OperatorDeps<OrderParts>,
  about: AboutOrder,
): Promise<Outcome<Instructed, OrderRefusal>> {
  const fact = { is: 'cancel_ordered', note: about.reason } as const
  return instruct(deps, { ...about, act: 'cancel' }, (order) => ({
    fact,
    otherwise: objectionToCanceling(order),
  }))
}
