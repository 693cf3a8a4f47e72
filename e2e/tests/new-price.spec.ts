import { accessibilityFaults } from '../src/accessibilityFaults.ts'
import { createCouponOfOneEach, loseDiscount } from '../src/loseDiscount.ts'
import { expect, test } from '../src/test.ts'

/** A worker that comes back to this file makes another one. */
let coupon: string

test.beforeAll(async () => {
  coupon = await createCouponOfOneEach()
})

test('a buyer who lost the discount reads the new price and accepts it by the keyboard alone', async ({
  page,
}) => {
  const widget = await loseDiscount(page, coupon)
  await expect(
    widget.root.getByText(/We have received your payment and have not bought anything/),
  ).toBeVisible()
  await expect(widget.root.getByText(/Without the discount you pay 50.00\sEUR/)).toBeVisible()
  const question = widget.root.getByRole('region', { name: 'New price to accept' })
  await expect(question.getByRole('button')).toHaveText(['Accept', 'Refund'])
  const progress = widget.root.getByRole('list', { name: 'Progress' })
  await expect(progress.locator('[aria-current=step]')).toContainText('New price to accept')
  expect(await accessibilityFaults(page)).toEqual([])
  await widget.button('Accept').focus()
  await page.keyboard.press('Enter')
  await widget.outcome(/^You received/)
})

test('a buyer who lost the discount gets a refund', async ({ page }) => {
  const widget = await loseDiscount(page, coupon)
  await widget.button('Refund').click()
  await widget.outcome('Refunded')
})
