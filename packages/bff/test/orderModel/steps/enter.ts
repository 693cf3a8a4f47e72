import { cardForms, type ModelOrder } from '../ModelOrder.ts'
import type { Life, OrderWorld } from '../OrderWorld.ts'

/** The buyer's way into an order's page. Buyers of orders without a client are strangers, each of its own. */
export async function enter(
  { rig }: OrderWorld,
  { email }: Life,
  { form, id, orderId, pageKey }: ModelOrder,
): Promise<{ readonly path: string; readonly session: string }> {
  const entry = `${orderId}~${pageKey}`
  const isStranger = cardForms.includes(form) && form !== 'top_up' && form !== 'merchant'
  const session = await rig.buyerAt(entry, isStranger ? `${id}@example.com` : email)
  return { path: `/api/widget/${entry}`, session }
}
