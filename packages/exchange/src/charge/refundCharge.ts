import type { Order } from '../order/Order.ts'
import type { Attempt } from '../payin/card/CardPayin.ts'
import type { CardRail } from '../payin/card/CardRail.ts'
import type { ClientStore } from '../client/ClientStore.ts'
import { getPaymentStatus, keyOf, type Learned } from './getPaymentStatus.ts'

/** How often a platform may refuse to give money back before the operator is asked. */
const MOST_REFUSALS = 5

/**
 * Has the money of an attempt given back. Asks first, since an order to give back may have been taken although its
 * answer was lost.
 * @param tries how often it was tried since the last news
 */
export async function refundCharge(
  deps: { card: CardRail; clients: Pick<ClientStore, 'find'>; now: () => Date },
  order: Order,
  attempt: Attempt,
  tries: number,
): Promise<Learned> {
  if (attempt.state !== 'returning') throw new Error(`Attempt ${attempt.number} of ${order.id} goes nowhere`)
  const learned = await getPaymentStatus(deps, order, attempt)
  if (typeof learned === 'string' || learned.is === 'returned') return learned
  if (learned.is === 'settled' && !attempt.settled) return learned
  if (learned.is === 'return_refused' && tries >= MOST_REFUSALS) return learned
  const answer = await deps.card.refund({ ...keyOf(order, attempt), transId: attempt.transId })
  if (answer === 'accepted') return { is: 'return_accepted', number: attempt.number }
  return answer === 'refused' && tries >= MOST_REFUSALS
    ? { is: 'return_refused', number: attempt.number }
    : 'unknown'
}
