import type { Page } from '@playwright/test'
import { addresses } from '../src/addresses.ts'
import { expireChallenge } from '../src/expireChallenge.ts'
import { expect, test } from '../src/test.ts'
import { Widget } from '../src/Widget.ts'

/*
 * The three ways to the bank that a partner may choose, each to its ends: declined, canceled, and answered too late. Approved
 * in the frame is in `access.spec.ts` and `resume.spec.ts`, in the whole window in `order-page.spec.ts`, and in the tab in
 * `bank-frame.spec.ts`; the cancel in the frame is in `purchase.spec.ts`, the one in the whole window in
 * `order-page.spec.ts`, and the decline in the tab in `bank-frame.spec.ts`.
 */

type Decision = 'Approve' | 'Decline' | 'Cancel'

/** Answers on the bank's own page. */
const decide = (bank: Page, decision: Decision) => bank.getByRole('button', { name: decision }).click()

test('frame: the bank stays in the widget through a reload, whole on a phone, other tabs tell of the payment, and the bank is answered by no and too late', async ({
  shop,
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  const { widget, email } = await shop.buyAtPayment({}, { challenge: 'frame' })
  await widget.pay('3-D Secure success')
  const { frame } = widget.challenge
  await expect(frame.getByRole('button', { name: 'Cancel' })).toBeVisible()
  expect(await frame.locator('html').evaluate((html) => html.scrollHeight - html.clientHeight)).toBe(0)
  const other = await page.context().newPage()
  await other.goto(`${addresses.exchange}/w/${shop.requestId()}`)
  // Before it asks for anything.
  await expect(other.getByText('A payment is under way.')).toBeVisible()
  await expect(other.getByText('Please do not pay again.')).toBeVisible()
  await other.close()

  await page.setViewportSize({ width: 320, height: 640 })
  await page.reload()
  await widget.email(email)
  for (const decision of ['Approve', 'Decline'] as const) {
    const button = frame.getByRole('button', { name: decision })
    await button.scrollIntoViewIfNeeded()
    await expect(button).toBeInViewport({ ratio: 1 })
  }
  const { shown, needed } = await frame
    .locator('html')
    .evaluate((html) => ({ shown: html.clientWidth, needed: html.scrollWidth }))
  expect(needed).toBeLessThanOrEqual(shown)
  // The narrowest window of EMV 3-D Secure.
  expect(shown).toBeGreaterThanOrEqual(250)

  await widget.challenge.answer('Decline')
  await widget.outcome('Payment declined')
  await expect(widget.root.getByText('The payment was not confirmed at your bank.')).toBeVisible()
  await expect(widget.root.getByText(/3-D Secure|Your bank declined/)).toHaveCount(0)
  await widget.button('Try again').click()
  await widget.pay('3-D Secure success')
  await expect(frame.getByRole('button', { name: 'Approve' })).toBeVisible()
  await expireChallenge(email)
  await widget.outcome('Payment declined')
  await expect(widget.root.getByText('The payment was not confirmed at your bank.')).toBeVisible()
})

test('top: the bank has the whole window; a buyer who turns back finds the shop, and who answers, also too late, the order’s page', async ({
  shop,
  page,
}) => {
  const { widget, email } = await shop.buyAtPayment({}, { challenge: 'top' })
  const requestId = shop.requestId()
  await widget.pay('3-D Secure success')
  await expect(page.getByRole('button', { name: 'Approve' })).toBeVisible()
  await page.goBack()
  await expect(shop.frame).toBeAttached()
  await widget.email(email)
  await widget.root.getByRole('link', { name: 'Go to my bank' }).click()
  await decide(page, 'Decline')
  await page.waitForURL(`${addresses.exchange}/w/${requestId}`)
  const orderPage = new Widget(page)
  // The buyer is signed in there as they were in the shop's page.
  await orderPage.outcome('Payment declined')
  await orderPage.button('Try again').click()
  await orderPage.pay('3-D Secure success')
  await expect(page.getByRole('button', { name: 'Approve' })).toBeVisible()
  await expireChallenge(email)
  await decide(page, 'Approve')
  await page.waitForURL(`${addresses.exchange}/w/${requestId}`)
  await orderPage.outcome('Payment declined')
  await expect(orderPage.root.getByText('You have one try left.')).toBeVisible()
})

test('tab: the bank has a tab of its own, can be opened again, and is answered too late and by cancel', async ({
  shop,
  page,
}) => {
  const { widget, email } = await shop.buyAtPayment({}, { challenge: 'tab' })
  const open = async () => {
    const opened = page.context().waitForEvent('page')
    await widget.root.getByRole('link', { name: 'Open my bank in a new tab' }).click()
    return opened
  }
  await widget.pay('3-D Secure success')
  const first = await open()
  await expect(widget.root.locator('iframe')).toHaveCount(0)
  await expect(first.getByRole('button', { name: 'Approve' })).toBeVisible()
  await first.close()
  const late = await open()
  await expect(late.getByRole('button', { name: 'Approve' })).toBeVisible()
  await expireChallenge(email)
  await widget.outcome('Payment declined')
  await decide(late, 'Approve')
  await expect(late.getByText('You may close this window')).toBeVisible()
  await expect(widget.root.getByText('You have 2 tries left.')).toBeVisible()
  await widget.button('Try again').click()
  await widget.pay('3-D Secure success')
  await decide(await open(), 'Cancel')
  await widget.outcome('Payment canceled')
})
