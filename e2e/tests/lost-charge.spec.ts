import type { Page, Route } from '@playwright/test'
import { expect, test } from '../src/test.ts'

const charges = '**/api/widget/*/charge'

/** The service away for looks at the order, until `back`. */
async function awayForLooks(page: Page): Promise<{ back: () => Promise<void> }> {
  const view = /\/api\/widget\/[^/]+$/
  await page.route(view, (route) => route.abort())
  return { back: () => page.unroute(view) }
}

const unavailable = (route: Route) =>
  route.fulfill({
    status: 503,
    contentType: 'application/problem+json',
    json: {
      type: '/docs#unavailable',
      title: 'The service is not ready',
      status: 503,
      detail: 'The service is not ready',
      success: 0,
      code: 'unavailable',
      request_id: 'e2e',
      errors: [],
    },
  })

test('a payment that was made behind a failing answer is found, and never called not made', async ({
  shop,
  page,
}) => {
  const { widget } = await shop.buyAtPayment()
  const looks = await awayForLooks(page)
  await page.route(charges, async (route) => {
    await route.fetch()
    await unavailable(route)
  })
  await widget.pay('Success')
  await expect(widget.root.getByText('We are checking whether the payment went through')).toBeVisible()
  await expect(widget.root.getByText('No money has moved')).toHaveCount(0)
  await expect(widget.button(/^Pay \d/)).toBeDisabled()
  await looks.back()
  await widget.outcome('Paid out')
})

test('a payment that never left is said not to have, and can be made again', async ({ shop, page }) => {
  const { widget } = await shop.buyAtPayment()
  const looks = await awayForLooks(page)
  await page.route(charges, (route) => route.abort(), { times: 1 })
  const look = page.waitForRequest((request) => /\/api\/widget\/[^/]+$/.test(request.url()))
  await widget.pay('Success')
  await look
  await expect(widget.root.getByText('We are checking whether the payment went through')).toBeVisible()
  await expect(widget.button(/^Pay \d/)).toBeDisabled()
  await looks.back()
  await expect(
    widget.root.getByText('The payment did not reach us and you have not been charged.'),
  ).toBeVisible()
  await widget.button(/^Pay \d/).click()
  await widget.outcome('Paid out')
  await expect
    .poll(() => shop.statuses(shop.requestId()))
    .toEqual(['payin_pending', 'processing', 'auth_success', 'processing_payout', 'finished'])
})

test('an order whose answer was lost is looked up, and not sent again', async ({ shop, page }) => {
  let sent = 0
  // Made before the widget opens: what a page asks while it loads can pass a route that is made meanwhile.
  await page.route('**/api/widget/*/order', async (route) => {
    sent += 1
    await route.fetch()
    await route.abort()
  })
  const widget = await shop.buy()
  await widget.untilCard()
  await widget.pay('Success')
  await widget.outcome('Paid out')
  expect(sent).toBe(1)
})
