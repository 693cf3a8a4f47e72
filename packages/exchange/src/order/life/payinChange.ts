import type { Change } from '../../books/Change.ts'
import type { Journal } from '../../books/Journal.ts'
import * as Sale from '../../books/Sale.ts'
import type { PayinContext } from '../../payin/machine/PayinChange.ts'
import type { MoneyPart, Receipt } from '../../payin/machine/PayinSummary.ts'
import { lossesReopened, payinInstructed } from '../../payin/Payin.ts'
import { hasEnded, mayHaveLeft, payinOf, acceptsPayment, type Order } from '../Order.ts'

/** What a pay-in's step needs of its order. */
export function payinContext(order: Order, at: Date): PayinContext {
  return {
    orderId: order.id,
    clientId: order.clientId,
    at,
    seq: order.seq + 1,
    expected: order.quote.payin,
    acceptsPayment: acceptsPayment(order, at),
    wantsMoney: !hasEnded(order),
    keepsMoney: !hasEnded(order) || order.status === 'finished',
    hasBought: order.payout !== null,
    mayHaveLeft: mayHaveLeft(order),
  }
}

/** Refunds parts of an order's money, and reverses the sale that they paid for; null where there is no such money. */
export function refundedToBuyer(order: Order, parts: readonly MoneyPart[], at: Date): Change<Order> | null {
  return instructed(order, 'refund', parts, at)
}

/** Closes parts of an order's money as settled by hand by the operator; null where there is no such money. */
export function settledWithBuyer(order: Order, parts: readonly MoneyPart[], at: Date): Change<Order> | null {
  return instructed(order, 'settle_by_hand', parts, at)
}

function instructed(
  order: Order,
  is: 'refund' | 'settle_by_hand',
  parts: readonly MoneyPart[],
  at: Date,
): Change<Order> | null {
  const change = payinInstructed(order.payin, { is, parts }, payinContext(order, at))
  if (!change) return null
  const next = { ...order, payin: change.next }
  return { next, journals: [...(change.journals ?? []), ...saleReversal(order, next)] }
}

/** The journal that reverses a sale once its money is no longer the order's; none where nothing was sold. */
export function saleReversal(before: Order, next: Order): Journal[] {
  const receipt = receiptOf(before)
  if (before.payout === null || receipt === null || receiptOf(next) !== null) return []
  return [Sale.saleReversed({ orderId: before.id, number: receipt.number, quote: before.quote })]
}

/** The money that pays for an order's coins; a bank may have charged it back for now. */
function receiptOf(order: Order): Receipt | null {
  const { received, disputed } = payinOf(order)
  return received ?? disputed
}

/**
 * The change of an order's money once its coins turn out not to have left. If they were bought with money that was lost
 * since, their sale and the write-off of that money are reversed.
 */
export function coinsNotSent(order: Order, at: Date): Change<Order> {
  const { received, lost } = payinOf(order)
  const reopened = lossesReopened(order.payin, payinContext(order, at))
  const isSaleOfLost = order.payout !== null && received === null && lost !== null
  return {
    next: { ...order, payin: reopened?.next ?? order.payin },
    journals: [
      ...(reopened?.journals ?? []),
      ...(isSaleOfLost
        ? [Sale.saleReversed({ orderId: order.id, number: lost.number, quote: order.quote })]
        : []),
    ],
  }
}
