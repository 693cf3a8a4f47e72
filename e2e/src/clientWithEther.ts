import { contract } from '@cambio/wire/http/contract.ts'
import { expect, type Page } from '@playwright/test'
import { addresses } from './addresses.ts'
import { partner } from './apiOrder.ts'
import { freshEmail } from './Widget.ts'

const origin = { client_ip: '203.0.113.7', remote_country: 'DE' }

/** A client of the shop's who has some ether: bought by bank transfer, and left with the exchange. */
export async function clientWithEther(page: Page): Promise<string> {
  const email = freshEmail()
  const id = email.replace(/\W/g, '-')
  const client = { client_external_id: id, email, password: 'correct horse battery', ...origin }
  await partner.call(contract.partnerClient.register, { body: client })
  const order = await partner.call(contract.partner.createOrder, {
    body: {
      partner_order_id: `in-${id}`,
      payin_currency: 'EUR',
      payin_amount: '200.00',
      payin_group: 'sepa',
      payout_currency: 'ETH',
      payout_group: 'balance',
      client_email: email,
      ...origin,
    },
  })
  await page.request.post(`${addresses.exchange}/sandbox/bank?order=${order.client_order_id}`)
  const status = () =>
    partner
      .call(contract.partner.order, { params: { partner_order_id: `in-${id}` } })
      .then((data) => data.status)
  await expect.poll(status).toBe('finished')
  return email
}
