import { addresses } from '../src/addresses.ts'
import { createOrder } from '../src/apiOrder.ts'
import { buyByTransfer } from '../src/buyByTransfer.ts'
import { expect, test } from '../src/test.ts'
import { freshEmail, Widget } from '../src/Widget.ts'

test('without JavaScript the page of a paid request promises nothing about the money', async ({
  browser,
}) => {
  const requestId = await buyByTransfer(freshEmail())
  const plain = await browser.newPage({ javaScriptEnabled: false })
  await plain.goto(`${addresses.exchange}/w/${requestId}`)
  const text = await plain.locator('body').innerText()
  expect(text).toContain('needs JavaScript')
  expect(text).toContain('It has been paid out.')
  expect(text).not.toMatch(/no money has moved/i)
  await plain.close()
})

test('a page whose script is blocked names its owner and the order’s state, and reloads', async ({
  page,
}) => {
  const order = await createOrder(freshEmail())
  await page.route('**/widget/assets/*.js', (route) => route.abort())
  await page.goto(order.redirect)
  await expect(page.getByText('Corner Shop with Cambio')).toBeVisible()
  await expect(
    page.getByRole('heading', { name: `Your order ${order.client_order_id}`, level: 1 }),
  ).toBeVisible()
  await expect(page.getByText('If you have paid, do not pay again')).toBeVisible()
  await page.unroute('**/widget/assets/*.js')
  await page.getByRole('link', { name: 'Reload' }).click()
  await expect(page).toHaveURL(order.redirect)
  await expect(new Widget(page).field('E-mail')).toBeVisible()
  await expect(page.getByText('did not load')).toHaveCount(0)
})

test('the exchange’s own address answers a person with a page', async ({ page }) => {
  const answer = await page.goto(addresses.exchange)
  expect(answer?.status()).toBe(200)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByText('If you have paid')).toBeVisible()
})
