import { contract } from '@cambio/wire/http/contract.ts'
import { addresses } from '../src/addresses.ts'
import { createOrder, partner } from '../src/apiOrder.ts'
import { bendView } from '../src/bendView.ts'
import { expect, test } from '../src/test.ts'
import { freshEmail, Widget } from '../src/Widget.ts'

test('an order placed by API is paid on its own page', async ({ page }) => {
  const email = freshEmail()
  const order = await createOrder(email)
  await page.goto(order.redirect)
  const widget = new Widget(page)
  await widget.email(email)
  await widget.payer()
  await widget.pay('Success')
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
  await widget.button('Done').click()
  await expect(page).toHaveURL(`${addresses.shop}/`)
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
  await widget.outcome(/^You received/)
})

test('a buyer who turns back at the bank is not sent there again', async ({ page }) => {
  const email = freshEmail()
  const order = await createOrder(email)
  await page.goto(order.redirect)
  const widget = new Widget(page)
  await widget.email(email)
  await widget.payer()
  await widget.pay('3-D Secure success')
  await expect(page.getByRole('button', { name: 'Approve' })).toBeVisible()
  await page.goBack()
  await widget.outcome('Confirm with your bank')
  await expect(page).toHaveURL(order.redirect)

  // Some browsers keep the page between in their history: one that the bank did not answer stands there in this one too.
  const bank = (url: URL) => url.origin === addresses.cards
  await page.route(bank, (route) => route.fulfill({ status: 204 }))
  const answered = page.waitForResponse((response) => response.status() === 204)
  await page.getByRole('link', { name: 'Go to my bank' }).click()
  await answered
  const onward = page.getByRole('button', { name: 'Continue to your bank' })
  await expect(onward).toBeVisible()
  await page.goto(`${addresses.exchange}/docs`)
  await page.unroute(bank)
  await page.goBack()
  await expect(onward).toBeVisible()
  await onward.click()
  await expect(page.getByRole('button', { name: 'Approve' })).toBeVisible()
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
