import type { OrderStore } from '../../order/OrderStore.ts'
import { attemptsOf } from '../Payin.ts'
import type { ChargeKey } from './CardRail.ts'

/** Finds the e-mail address and the card of a charge by our id at the platform; undefined where there is none. */
export async function findCharge(
  deps: { orders: Pick<OrderStore, 'findByPlatformOrderId'> },
  platformOrderId: string,
): Promise<Pick<ChargeKey, 'email' | 'card'> | undefined> {
  const order = await deps.orders.findByPlatformOrderId(platformOrderId)
  const attempt = order && attemptsOf(order.payin).find((other) => other.platformOrderId === platformOrderId)
  return order?.payerEmail && attempt ? { email: order.payerEmail, card: attempt.card } : undefined
}
