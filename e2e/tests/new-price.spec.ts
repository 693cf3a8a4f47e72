import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { accessibilityFaults } from '../src/accessibilityFaults.ts'
import { addresses } from '../src/addresses.ts'
import { createOrder } from '../src/apiOrder.ts'
import { runCommand } from '../src/runCommand.ts'
import { expect, test } from '../src/test.ts'
import { freshEmail, Widget } from '../src/Widget.ts'

/** A worker that comes back to this file makes another one. */
let coupon: string

test.beforeAll(async () => {
  coupon = `ONE-EACH-${randomUUID()}`
  const terms = ['--off', '100', '--until', '2099-01-01T00:00:00Z', '--uses', '1000', '--uses-each', '1']
  await runCommand('coupon', 'create', coupon, '--partner', 'SANDBOXPARTNER01', ...terms)
})

/** Opens the page of an order with the coupon, and goes as far as its card. */
async function open(page: Page, email: string): Promise<Widget> {
  await page.goto((await createOrder(email, { coupon })).redirect)
  const widget = new Widget(page)
  await widget.email(email)
  await widget.payer()
  return widget
}

/** Approves an order whose coupon another order of the same person has had meanwhile. */
async function loseDiscount(page: Page, other: Page): Promise<Widget> {
  const email = freshEmail()
  const widget = await open(page, email)
  await widget.pay('3-D Secure success')
  await expect(page).toHaveURL(new RegExp(`^${addresses.cards}/`))
  const first = await open(other, email.replace('@', '+again@'))
  await first.pay('Success')
  await first.outcome(/^You received/)
  await page.getByRole('button', { name: 'Approve' }).click()
  await widget.outcome('Something is needed from you')
  return widget
}

test('a buyer who lost the discount reads the new price and accepts it by the keyboard alone', async ({
  page,
  context,
}) => {
  const widget = await loseDiscount(page, await context.newPage())
  await expect(
    widget.root.getByText(/We have received your payment and have not bought anything/),
  ).toBeVisible()
  await expect(widget.root.getByText(/Without the discount you pay 50.00 EUR/)).toBeVisible()
  const question = widget.root.getByRole('region', { name: 'The new price' })
  await expect(question.getByRole('button')).toHaveText(['Accept', 'Refund'])
  expect(await accessibilityFaults(page)).toEqual([])
  await widget.button('Accept').focus()
  await page.keyboard.press('Enter')
  await widget.outcome(/^You received/)
})

test('a buyer who lost the discount gets a refund', async ({ page, context }) => {
  const widget = await loseDiscount(page, await context.newPage())
  await widget.button('Refund').click()
  await widget.outcome('Refunded')
})
