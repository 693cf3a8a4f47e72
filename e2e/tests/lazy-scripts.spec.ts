import type { Page } from '@playwright/test'
import { openAtPayment, openWidget } from '../src/ownPage.ts'
import { expect, test } from '../src/test.ts'
import { withoutEvents } from '../src/withoutEvents.ts'

/** The parts of the widget that come after its first screen. */
const parts = /\/widget\/assets\/(?!index|style)[^/]+\.js/

/** Parts that cannot be fetched, until `back`. */
async function cutParts(page: Page): Promise<{ back: () => Promise<void> }> {
  await page.route(parts, (route) => route.abort())
  return { back: () => page.unroute(parts) }
}

test('a script that did not load is fetched again past the browser’s cache, and nobody notices', async ({
  page,
}) => {
  const cut: string[] = []
  await page.route(parts, (route) => {
    const { pathname } = new URL(route.request().url())
    if (cut.includes(pathname)) return route.continue()
    cut.push(pathname)
    return route.abort()
  })
  const widget = await openWidget(page)
  await widget.amount('90')
  await widget.address()
  await expect(widget.field('E-mail')).toBeVisible()
  expect(cut.length).toBeGreaterThan(0)
})

test('a script that cannot be loaded is reported, and Reload goes on with everything kept', async ({
  page,
}) => {
  const parts = await cutParts(page)
  const widget = await openWidget(page)
  await widget.amount('90')
  await expect(widget.root.getByText('This part of the page did not load.')).toBeVisible()
  await expect(widget.root.getByText('No money has moved.')).toBeVisible()
  await parts.back()
  await widget.button('Reload').click()
  await expect(widget.field('Wallet address')).toBeVisible()
  await widget.button('Back').click()
  await expect(widget.field('You pay')).toHaveValue(/^90/)
})

test('Reload loads a script that a newer version of the page has replaced', async ({ shop, page }) => {
  await page.route(parts, (route) => route.fulfill({ status: 404, body: 'gone' }))
  const widget = await shop.buy()
  await widget.amount('90')
  await expect(widget.button('Reload')).toBeVisible()
  await page.route('**/w/*', async (route) => {
    await page.unroute(parts)
    await route.continue()
  })
  await widget.button('Reload').click()
  await expect(widget.field('Wallet address')).toBeVisible()
  // The page around it hears the new page as it heard the old one.
  const cut = () => widget.root.locator('html').evaluate((html) => html.scrollHeight - html.clientHeight)
  await expect.poll(cut).toBe(0)
})

test('a screen that crashes promises nothing about the money, and Reload goes on', async ({ page }) => {
  await withoutEvents(page)
  const widget = await openAtPayment(page)
  let broken = true
  type Seen = { order: { status_log: { at: number }[] } | null }
  await page.route(/\/api\/widget\/[^/]+(\/charge|\/status\?.*)?$/, async (route) => {
    const response = await route.fetch()
    const json = (await response.json()) as Seen | { changed: Seen | null }
    const seen = 'changed' in json ? json.changed : json
    // A moment that no calendar has.
    if (broken) for (const entry of seen?.order?.status_log ?? []) entry.at = 1e15
    await route.fulfill({ response, json })
  })
  await widget.pay('Success')
  await expect(widget.root.getByText('This page cannot show whether a payment went through.')).toBeVisible()
  broken = false
  await widget.button('Reload').click()
  await widget.outcome(/^You received/)
})
