import { payinOf } from '../../order/Order.ts'
import type { OperatorDeps, Outcome } from '../act.ts'
import { instruct, type AboutOrder, type Instructed, type OrderParts } from './instruct.ts'
import { listedWalletOf } from './listedWallet.ts'
import { objectionToRefund } from './objectionToRefund.ts'
import type { OrderRefusal } from './OrderRefusal.ts'

/** Tries again to return what is owed for an order. If the return is refused, it stays owed. */
export async function returnOwed(
  deps: OperatorDeps<OrderParts>,
  about: AboutOrder,
): Promise<Outcome<Instructed, OrderRefusal>> {
  if (/^bank:/i.test(about.orderId)) return { is: 'refused', code: 'not_an_orders' }
  const fact = { is: 'refund_ordered', of: 'what_waits', note: about.reason } as const
  return instruct(deps, { ...about, act: 'owed return' }, async (order, { sanctionsList }) => {
    if (order.stops.includes('frozen'))
      return { objection: { code: 'frozen', wallet: await listedWalletOf(sanctionsList, order) } }
    if (payinOf(order).owed === null) return { objection: { code: 'owes_nothing' } }
    return { fact, otherwise: objectionToRefund(order) }
  })
}
