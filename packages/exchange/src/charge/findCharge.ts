import type { OrderStore } from '../order/OrderStore.ts'
import type { ChargeKey } from '../payin/card/CardRail.ts'
import { attemptsOf } from '../payin/Payin.ts'

/** Who was charged under an id that the platform has from us, and with which card; undefined where nobody was. */
export async function findCharge(
  deps: { orders: Pick<OrderStore, 'findByPlatformOrderId'> },
  platformOrderId: string,
): Promise<Pick<ChargeKey, 'email' | 'card'> | undefined> {
  const order = await deps.orders.findByPlatformOrderId(platformOrderId)
  const attempt = order && attemptsOf(order.payin).find((other) => other.platformOrderId === platformOrderId)
  return order?.email && attempt ? { email: order.email, card: attempt.card } : undefined
}
