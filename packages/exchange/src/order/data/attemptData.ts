import type { OrderAttempt } from '@cambio/wire/order/Order.ts'
import { payinData } from '../../payin/Payin.ts'
import type { Order } from '../Order.ts'
import { unixNumber } from '../time.ts'

/** Every attempt to pay an order, oldest first, as its partner and its client may see it. */
export function attemptData({ payin, createdAt }: Pick<Order, 'payin' | 'createdAt'>): OrderAttempt[] {
  return payinData(payin, createdAt).attempts.map(({ at, method, wallet, result, declineReason }) => ({
    at: unixNumber(at),
    method,
    ...(wallet && { wallet }),
    result,
    decline_reason: declineReason,
  }))
}
