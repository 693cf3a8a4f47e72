import type { ClientStore } from '../../client/ClientStore.ts'
import type { Followed } from '../../notice/Notice.ts'
import type { OrderStore } from '../../order/OrderStore.ts'
import { applyChargeFact, type ChargeFactDeps } from '../../person/applyChargeFact.ts'
import { attemptsOf } from '../Payin.ts'
import type { CardRail } from './CardRail.ts'
import { getPaymentStatus } from './getPaymentStatus.ts'

/**
 * Follows a notice about a charge, from the platform or from a buyer's return, by asking the platform: only its answer
 * moves money.
 */
export async function followCardNotice(
  deps: ChargeFactDeps & {
    orders: Pick<OrderStore, 'find' | 'findByPlatformOrderId' | 'save'>
    clients: Pick<ClientStore, 'find'>
    card: CardRail
  },
  { platformOrderId }: { platformOrderId: string },
): Promise<Followed> {
  const order = await deps.orders.findByPlatformOrderId(platformOrderId)
  const attempt = order && attemptsOf(order.payin).find((other) => other.platformOrderId === platformOrderId)
  if (!order || !attempt) return 'unknown_reference'
  const outcome = await getPaymentStatus(deps, order, attempt)
  if (outcome === 'unknown') return 'unanswered'
  if (outcome !== 'absent') await applyChargeFact(deps, order.id, outcome)
  return 'answered'
}
