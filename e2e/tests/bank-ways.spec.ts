import type { Page } from '@playwright/test'
import { addresses } from '../src/addresses.ts'
import { expect, test } from '../src/test.ts'
import { Widget } from '../src/Widget.ts'

/*
 * The three ways to the bank that a partner may choose, each to its ends: approved, declined, and left without an answer.
 */

type Decision = 'Approve' | 'Decline'

/** Answers on the bank's own page. */
const decide = (bank: Page, decision: Decision) => bank.getByRole('button', { name: decision }).click()

const ends = [
  { decision: 'Approve', outcome: /^You received/ },
  { decision: 'Decline', outcome: 'Payment declined' },
] as const

for (const { decision, outcome } of ends) {
  test(`frame: ${decision} in the widget, whole at 320 px`, async ({ shop, page }) => {
    await page.setViewportSize({ width: 320, height: 640 })
    const { widget } = await shop.buyAtPayment({}, { challenge: 'frame' })
    await widget.pay('3-D Secure success')
    const { frame } = widget.challenge
    const button = frame.getByRole('button', { name: decision })
    await button.scrollIntoViewIfNeeded()
    await expect(button).toBeInViewport({ ratio: 1 })
    const { shown, needed } = await frame
      .locator('html')
      .evaluate((html) => ({ shown: html.clientWidth, needed: html.scrollWidth }))
    expect(needed).toBeLessThanOrEqual(shown)
    // The narrowest window of EMV 3-D Secure.
    expect(shown).toBeGreaterThanOrEqual(250)
    await button.click()
    await widget.outcome(outcome)
  })

  test(`top: ${decision} in the whole window, which comes back to the order’s page`, async ({
    shop,
    page,
  }) => {
    const { widget, email } = await shop.buyAtPayment({}, { challenge: 'top' })
    const requestId = shop.requestId()
    await widget.pay('3-D Secure success')
    await decide(page, decision)
    await page.waitForURL(`${addresses.exchange}/w/${requestId}`)
    const orderPage = new Widget(page)
    // That page has no session yet: without one it shows a success, and asks for the code before another card.
    if (decision === 'Decline') {
      await expect(orderPage.root.getByText('confirm your e-mail again')).toBeVisible()
      await orderPage.email(email)
    }
    await orderPage.outcome(outcome)
  })

  test(`tab: ${decision} in a tab of its own, beside the widget`, async ({ shop, page }) => {
    const { widget } = await shop.buyAtPayment({}, { challenge: 'tab' })
    await widget.pay('3-D Secure success')
    const opened = page.context().waitForEvent('page')
    await widget.root.getByRole('link', { name: 'Open my bank in a new tab' }).click()
    await expect(widget.root.locator('iframe')).toHaveCount(0)
    await decide(await opened, decision)
    await widget.outcome(outcome)
  })
}

test('frame: a bank that is left without an answer waits in the widget after a reload', async ({
  shop,
  page,
}) => {
  const { widget, email } = await shop.buyAtPayment({}, { challenge: 'frame' })
  await widget.pay('3-D Secure success')
  await expect(widget.challenge.frame.getByRole('button', { name: 'Approve' })).toBeVisible()
  await page.reload()
  await widget.email(email)
  await widget.challenge.answer('Approve')
  await widget.outcome(/^You received/)
})

test('top: a buyer who turns back at the bank finds the shop again, and the way to the bank', async ({
  shop,
  page,
}) => {
  const { widget, email } = await shop.buyAtPayment({}, { challenge: 'top' })
  await widget.pay('3-D Secure success')
  await expect(page.getByRole('button', { name: 'Approve' })).toBeVisible()
  await page.goBack()
  await expect(shop.frame).toBeAttached()
  await widget.email(email)
  await widget.root.getByRole('link', { name: 'Go to my bank' }).click()
  await decide(page, 'Approve')
  await new Widget(page).outcome(/^You received/)
})

test('tab: a bank whose tab is closed without an answer can be opened again', async ({ shop, page }) => {
  const { widget } = await shop.buyAtPayment({}, { challenge: 'tab' })
  await widget.pay('3-D Secure success')
  const open = async () => {
    const opened = page.context().waitForEvent('page')
    await widget.root.getByRole('link', { name: 'Open my bank in a new tab' }).click()
    return opened
  }
  const first = await open()
  await expect(first.getByRole('button', { name: 'Approve' })).toBeVisible()
  await first.close()
  await decide(await open(), 'Approve')
  await widget.outcome(/^You received/)
})
