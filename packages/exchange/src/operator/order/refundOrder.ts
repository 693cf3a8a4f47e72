import type { OperatorDeps, Outcome } from '../act.ts'
import { instruct, type AboutOrder, type Instructed, type OrderParts } from './instruct.ts'
import { listedWalletOf } from './listedWallet.ts'
import { objectionToRefund } from './objectionToRefund.ts'
import type { OrderRefusal } from './OrderRefusal.ts'

/**
 * Refunds all of an order's received money the way it was paid, whether or not the order waits for the operator.
 * Refunds nothing where its coins may have left. `payinWayBack` says what is sent, `owedParts` what cannot be.
 */
export function refundOrder(
  deps: OperatorDeps<OrderParts>,
  about: AboutOrder,
): Promise<Outcome<Instructed, OrderRefusal>> {
  const fact = { is: 'refund_ordered', of: 'all', note: about.reason } as const
  return instruct(deps, { ...about, act: 'refund' }, async (order, { sanctionsList }) =>
    order.stops.includes('frozen')
      ? { objection: { code: 'frozen', wallet: await listedWalletOf(sanctionsList, order) } }
      : { fact, otherwise: objectionToRefund(order) },
  )
}
