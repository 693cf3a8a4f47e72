import { expect } from 'vitest'
import { createBody } from './createOrder.ts'
import type { RegisteredClient } from './registered.ts'
import { payer, type Rig } from './rig.ts'

/** An order of a client's own above its limit, which waits; with the address where its buyer is verified. */
export async function overLimit(
  rig: Rig,
  client: RegisteredClient,
  amount: string,
): Promise<{ id: string; url: string }> {
  const { dst_address } = createBody('')
  const asked = { payin_currency: 'EUR', payin_amount: amount, payout_currency: 'ETH', dst_address }
  const made = await client.send('POST', '/api/v2/client/order/create', asked)
  const redirect = new URL(String(made.at('redirect')))
  const id = String(made.at('client_order_id'))
  const path = `/api/widget/${id}~${redirect.searchParams.get('k')}`
  await rig.widget('PUT', `${path}/payer`, payer, client.session)
  const charged = await rig.charge({ path, session: client.session }, 'held')
  expect(charged.at('order.status')).toBe('pending')
  return { id, url: String(charged.at('order.verification_url')) }
}
