import type { Resolution } from '../../order/life/resolved.ts'
import { waitsForOperator, type Fact, type Order } from '../../order/Order.ts'
import type { OperatorDeps, Outcome } from '../act.ts'
import { instruct, type AboutOrder, type Instructed, type OrderParts } from './instruct.ts'
import { objectionToContinuing } from './objectionToContinuing.ts'
import { objectionToRefund } from './objectionToRefund.ts'
import type { Objection, OrderRefusal } from './OrderRefusal.ts'

/** How to resolve an order that waits for the operator. */
export type ResolveWay = 'continue' | 'refund' | 'settle'

/** Resolves an order that waits for the operator. */
export function resolveOrder(
  deps: OperatorDeps<OrderParts>,
  { way, ...about }: AboutOrder & { readonly way: ResolveWay },
): Promise<Outcome<Instructed, OrderRefusal>> {
  const { factOf, objection } = ways[way]
  return instruct(deps, { ...about, act: `resolve ${way}` }, (order) =>
    !waitsForOperator(order)
      ? { objection: { code: 'not_waiting' } }
      : { fact: factOf(about.reason), otherwise: objection(order) },
  )
}

type Way = {
  readonly factOf: (note: string) => Fact & Resolution
  /** Why the order cannot be resolved this way. */
  readonly objection: (order: Order) => Objection
}

const ways: Readonly<Record<ResolveWay, Way>> = {
  continue: { factOf: (note) => ({ is: 'continued', note }), objection: objectionToContinuing },
  refund: {
    factOf: (note) => ({ is: 'refund_ordered', of: 'what_waits', note }),
    objection: objectionToRefund,
  },
  settle: {
    factOf: (note) => ({ is: 'settled_by_hand', note }),
    objection: () => ({ code: 'nothing_to_settle' }),
  },
}
