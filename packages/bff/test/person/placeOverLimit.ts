import { expect } from 'vitest'
import type { RegisteredClient } from '../client/registerClient.ts'
import { createBody } from '../order/createOrder.ts'
import { payer, type Rig } from '../rig.ts'

/** Places an order above its client's limit and charges it: it waits. `url` is where its buyer gets verified. */
export async function placeOverLimit(
  rig: Rig,
  client: RegisteredClient,
  amount: string,
): Promise<{ id: string; url: string; path: string }> {
  const { dst_address } = createBody('')
  const body = { payin_currency: 'EUR', payin_amount: amount, payout_currency: 'ETH', dst_address }
  const created = await client.send('POST', '/api/v2/client/order/create', body)
  const redirect = new URL(String(created.at('redirect')))
  const id = String(created.at('client_order_id'))
  const path = `/api/widget/${id}~${redirect.searchParams.get('k')}`
  await rig.widget('PUT', `${path}/payer`, payer, client.session)
  const charged = await rig.charge({ path, session: client.session }, 'held')
  expect(charged.at('order.status')).toBe('pending')
  return { id, path, url: String(charged.at('order.verification_url')) }
}
