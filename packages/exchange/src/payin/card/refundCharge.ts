import type { ClientStore } from '../../client/ClientStore.ts'
import type { Order } from '../../order/Order.ts'
import type { StepOutcome } from '../way/PayinWay.ts'
import type { CardRail } from './CardRail.ts'
import { getPaymentStatus, keyOf } from './getPaymentStatus.ts'
import type { Attempt } from './machine/CardPayin.ts'

/** How often the platform may refuse a refund before the operator is asked. */
const MOST_REFUSALS = 5

/**
 * Has the platform refund an attempt. Asks for its state first, since an earlier refund may have been accepted although
 * its answer was lost.
 * @param tries tries since the last change
 */
export async function refundCharge(
  deps: { card: CardRail; clients: Pick<ClientStore, 'find'>; now: () => Date },
  order: Order,
  attempt: Attempt,
  tries: number,
): Promise<StepOutcome> {
  if (attempt.state !== 'returning') throw new Error(`Attempt ${attempt.number} of ${order.id} goes nowhere`)
  const outcome = await getPaymentStatus(deps, order, attempt)
  if (typeof outcome === 'string' || outcome.is === 'returned') return outcome
  // What the bank has charged back cannot be refunded, and would be owed to the buyer a second time.
  if (outcome.is === 'charged_back') return outcome
  if (outcome.is === 'settled' && !attempt.settled) return outcome
  if (outcome.is === 'return_refused' && tries >= MOST_REFUSALS) return outcome
  const answer = await deps.card.refund({ ...keyOf(order, attempt), transId: attempt.transId })
  if (answer === 'accepted') return { is: 'return_accepted', number: attempt.number }
  return answer === 'refused' && tries >= MOST_REFUSALS
    ? { is: 'return_refused', number: attempt.number }
    : 'unknown'
}
