import type { Page, Route } from '@playwright/test'
import { addresses } from '../src/addresses.ts'
import { expect, test } from '../src/test.ts'

const banks = `${addresses.cards}/sandbox/3ds*`

/** Presses the way out of the frame and hands over the tab that opens. */
async function inNewTab(page: Page, press: () => Promise<void>): Promise<Page> {
  const opened = page.context().waitForEvent('page')
  await press()
  return opened
}

test('a bank that refuses to be framed opens in a tab of its own, and its outcome is shown, also after a reload', async ({
  shop,
  page,
}) => {
  const refuse = async (route: Route) => {
    const answer = await route.fetch()
    await route.fulfill({ response: answer, headers: { ...answer.headers(), 'x-frame-options': 'DENY' } })
  }
  await page.context().route(banks, refuse)
  const { widget } = await shop.buyAtPayment()
  await widget.pay('3-D Secure success')
  const way = widget.root.getByRole('link', { name: 'Open my bank in a new tab' })
  await expect(way).toBeVisible()
  const bank = await inNewTab(page, () => way.click())
  await expect(widget.root.getByText('Your bank is open in another tab.')).toBeVisible()
  await bank.getByRole('button', { name: 'Approve' }).click()
  await expect(bank.getByText('You may close this window')).toBeVisible()
  await widget.outcome(/^You received/)
  await page.reload()
  await widget.outcome(/^You received/)
})

test('a bank’s page that does not load gives way to the new tab by itself', async ({ shop, page }) => {
  const hanging: Route[] = []
  await page.context().route(banks, async (route) => {
    if (hanging.length > 0) return route.continue()
    hanging.push(route)
  })
  const { widget } = await shop.buyAtPayment()
  await widget.pay('3-D Secure success')
  await expect(widget.root.getByText('Your bank’s page cannot be shown here.')).toBeVisible()
  await expect(widget.root.locator('iframe')).toHaveCount(0)
  const bank = await inNewTab(page, () =>
    widget.root.getByRole('link', { name: 'Open my bank in a new tab' }).click(),
  )
  await bank.getByRole('button', { name: 'Decline' }).click()
  await widget.outcome('Payment declined')
})
