import * as z from 'zod/mini'
import type { DepositRig } from './depositRig.ts'

/** Why an order waits for the operator, as “owed list” shows it; undefined where it does not. */
export async function attentionReasonOf(rig: DepositRig, orderId: string): Promise<string | undefined> {
  const { result } = await rig.call('owed', 'list')
  const { orders } = z
    .object({ orders: z.array(z.object({ client_order_id: z.string(), hold_reason: z.string() })) })
    .parse(result)
  return orders.find(({ client_order_id }) => client_order_id === orderId)?.hold_reason
}
