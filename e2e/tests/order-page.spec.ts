import { contract } from '@cambio/wire/http/contract.ts'
import { addresses } from '../src/addresses.ts'
import { createOrder, partner } from '../src/apiOrder.ts'
import { knownBuyer } from '../src/beginPurchase.ts'
import { bendView } from '../src/bendView.ts'
import { expect, test } from '../src/test.ts'
import { freshEmail, Widget } from '../src/Widget.ts'

test('an order placed by API is paid on its own page, where the bank has the whole window and leads back', async ({
  page,
}) => {
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
  await widget.outcome(/^You received/)
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
  const foot = page.getByRole('main').locator('footer')
  await expect(foot).toContainText('Cambio Sandbox')
  for (const name of ['Terms', 'Privacy', 'Help'])
    await expect(foot.getByRole('link', { name })).toHaveAttribute('href', /\/guide\/operating\/legal#/)
  const help = page.getByRole('link', { name: 'Get help from Cambio Sandbox' })
  await expect(help).toHaveAttribute('href', new RegExp(`\\?order=${data.client_order_id}#help$`))
  await widget.button('Done').click()
  await expect(page).toHaveURL(`${addresses.shop}/`)
})

test('a buyer who turns back at the bank or cancels there is on the order’s page, also where the page between stands in the history', async ({
  page,
}) => {
  // A browser that is slow sends the form after its page is there, and then keeps that page.
  await page.route('**/pages/challenge.js', async (route) => {
    const response = await route.fetch()
    const script = `addEventListener('load', () => setTimeout(() => { ${await response.text()} }))`
    await route.fulfill({ response, body: script })
  })
  const email = await knownBuyer()
  const order = await createOrder(email)
  await page.goto(order.redirect)
  const widget = new Widget(page)
  await widget.email(email)
  await widget.pay('3-D Secure success')
  const approve = page.getByRole('button', { name: 'Approve' })
  await expect(approve).toBeVisible()
  await page.goBack()
  await widget.outcome('Confirm with your bank')
  await expect(page).toHaveURL(order.redirect)

  // Where the bank does not answer, the page between stays.
  const bank = (url: URL) => url.origin === addresses.cards
  await page.route(bank, (route) => route.fulfill({ status: 204 }))
  const answered = page.waitForResponse((response) => response.status() === 204)
  await page.getByRole('link', { name: 'Go to my bank' }).click()
  await answered
  await page.unroute(bank)
  await page.getByRole('button', { name: 'Continue to your bank' }).click()
  await expect(approve).toBeVisible()
  await page.goBack()
  await widget.outcome('Confirm with your bank')
  await expect(page).toHaveURL(order.redirect)

  await page.getByRole('link', { name: 'Go to my bank' }).click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page).toHaveURL(order.redirect)
  await widget.outcome('Payment canceled')
})

test('an order’s id without its key opens nothing', async ({ page }) => {
  const { client_order_id: id } = await createOrder(freshEmail())
  const answer = await page.goto(`${addresses.exchange}/o/${id}`)
  expect(answer?.status()).toBe(404)
})

test('the page of an order that waits for its buyer asks for the e-mail, and leads back', async ({
  page,
}) => {
  const order = await createOrder(freshEmail())
  await bendView(page, (view) => ({
    ...view,
    order_state: view.order_state && { ...view.order_state, status: 'pending', step: 'status' },
  }))
  await page.goto(order.redirect)
  const widget = new Widget(page)
  await widget.outcome('Something is needed from you')
  await widget.button('Confirm your e-mail').click()
  await expect(widget.field('E-mail')).toBeVisible()
  await widget.button('Back').click()
  await widget.outcome('Something is needed from you')
})
