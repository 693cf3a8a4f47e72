import { expect } from 'vitest'
import { payer } from '../../../rig.ts'
import { cardForms, type ModelOrder } from '../ModelOrder.ts'
import type { Life, OrderWorld } from '../OrderWorld.ts'

/** The buyer's way into an order's page. Buyers of orders without a client are strangers, each of its own. */
export async function enter(
  { rig }: OrderWorld,
  { email }: Life,
  { form, id, orderId, pageKey }: ModelOrder,
): Promise<{ readonly path: string; readonly session: string }> {
  const entry = `${orderId}~${pageKey}`
  const path = `/api/widget/${entry}`
  const isStranger = cardForms.includes(form) && !['coupon', 'top_up', 'merchant'].includes(form)
  const session = await rig.buyerAt(entry, isStranger ? `${id}@example.com` : email)
  if (form === 'card_big') {
    // Those who are verified under one name are one person.
    const named = { ...payer, last_name: lettersOf(id) }
    expect((await rig.widget('PUT', `${path}/payer`, named, session)).status).toBe(200)
  }
  return { path, session }
}

function lettersOf(id: string): string {
  return id.replaceAll(/\d/g, (digit) => 'abcdefghij'[Number(digit)] ?? '').replaceAll('-', 'x')
}
