import { contract } from '@cambio/wire/http/contract.ts'
import { addresses } from './addresses.ts'
import { partner } from './apiOrder.ts'
import { beginPurchase, type Choice } from './beginPurchase.ts'
import { expect } from './test.ts'

/**
 * Buys over HTTP, paid by a transfer from the test bank, until the coins are sent. @returns the id of the request
 */
export async function buyByTransfer(
  email: string,
  wish: Partial<Choice> & { coupon?: string } = {},
): Promise<string> {
  const { requestId } = await beginPurchase(email, { ...wish, payin_group: 'sepa' })
  const order = () => partner.call(contract.partner.order, { params: { partner_order_id: requestId } })
  const { client_order_id } = await order()
  await fetch(`${addresses.exchange}/sandbox/bank?order=${client_order_id}`, { method: 'POST' })
  await expect.poll(async () => (await order()).status).toBe('finished')
  return requestId
}
