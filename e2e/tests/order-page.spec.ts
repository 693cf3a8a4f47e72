import { createPartner } from '@cambio/partner/client.ts'
import { contract } from '@cambio/wire/contract.ts'
import { addresses } from '../src/addresses.ts'
import { expect, test } from '../src/test.ts'
import { freshEmail, wallet, Widget } from '../src/Widget.ts'

const partner = createPartner({
  baseUrl: addresses.exchange,
  apiKey: 'SANDBOXPARTNER01',
  secret: 'sandbox-partner-secret',
})

/** An order as a partner's backend creates it, and the page where its buyer pays. */
async function createOrder(email: string) {
  return partner.call(contract.partner.createOrder, {
    body: {
      partner_order_id: `api-${email.replace(/\W/g, '-')}`,
      payin_currency: 'EUR',
      payin_amount: '50.00',
      payout_currency: 'ETH',
      dst_address: wallet,
      client_email: email,
      client_ip: '203.0.113.7',
      remote_country: 'DE',
    },
  })
}

test('an order made by API is paid on its own page', async ({ page }) => {
  const email = freshEmail()
  const order = await createOrder(email)
  await page.goto(order.redirect)
  const widget = new Widget(page)
  await widget.email(email)
  await widget.payer()
  await widget.pay('Success')
  await widget.outcome('Paid out')
  const data = await partner.call(contract.partner.order, {
    params: { partner_order_id: order.partner_order_id },
  })
  expect(data.status_log.map(({ status }) => status)).toEqual([
    'payin_pending',
    'processing',
    'auth_success',
    'processing_payout',
    'finished',
  ])
  expect(data.card_number).toBe('411111******1111')
})

test('on the order’s own page the bank has the whole window, and leads back', async ({ page }) => {
  const email = freshEmail()
  const order = await createOrder(email)
  await page.goto(order.redirect)
  const widget = new Widget(page)
  await widget.email(email)
  await widget.payer()
  await widget.pay('3-D Secure success')
  await expect(page).toHaveURL(new RegExp(`^${addresses.cards}/`))
  await page.getByRole('button', { name: 'Approve' }).click()
  await expect(page).toHaveURL(order.redirect)
  await widget.outcome('Paid out')
})

test('an order’s id without its key opens nothing', async ({ page }) => {
  const { client_order_id: id } = await createOrder(freshEmail())
  const answer = await page.goto(`${addresses.exchange}/o/${id}`)
  expect(answer?.status()).toBe(404)
})
