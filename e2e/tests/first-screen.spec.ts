import { contract } from '@cambio/wire/http/contract.ts'
import type { Page } from '@playwright/test'
import { addresses } from '../src/addresses.ts'
import { partner } from '../src/apiOrder.ts'
import { expect, test } from '../src/test.ts'
import { Widget } from '../src/Widget.ts'

declare global {
  interface Window {
    /** What the first screen was called, in this page's life. */
    headings: Set<string>
  }
}

/** A widget's page on its own, and what it has asked the service for. */
async function openAlone(page: Page, prepare: (requestId: string) => Promise<unknown> = async () => {}) {
  const { request_id } = await partner.call(contract.partner.createRequest, { body: {} })
  await prepare(request_id)
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/api/')) asked.push(pathname.slice(pathname.lastIndexOf(request_id)))
  })
  await page.goto(`${addresses.exchange}/w/${request_id}`)
  return { widget: new Widget(page), requestId: request_id, asked }
}

test('the first screen has its price without asking the service for anything', async ({ page }) => {
  const { widget, asked } = await openAlone(page)
  await expect(widget.button('Continue')).toBeEnabled()
  await expect(widget.root.getByText(/^1\s\w+ ≈ .* · 0:\d\d$/)).toBeVisible()
  expect(asked).toEqual([])
})

test('a page whose session has ended asks for what it cannot bring', async ({ page }) => {
  const { widget, requestId, asked } = await openAlone(page, (id) =>
    page.addInitScript(
      (key) => sessionStorage.setItem(key, JSON.stringify({ token: 'ended', email: 'jane@example.com' })),
      `cambio:${id}`,
    ),
  )
  await expect(widget.button('Continue')).toBeEnabled()
  expect(asked.filter((path) => path === requestId)).not.toEqual([])
  expect(asked).toContain(`${requestId}/quote`)
})

/** Where what the buyer looks for stands, and what is written there. */
function placesOf(page: Page) {
  return page.locator('main').evaluate((main) =>
    [...main.querySelectorAll('h1, label, input, summary, [type=submit]')].map((each) => {
      const { x, y, width, height } = each.getBoundingClientRect()
      return { text: each.textContent.replace(/\d:\d\d$/, ''), x, y, width, height }
    }),
  )
}

test.describe('in German', () => {
  test.use({ locale: 'de-DE' })

  test('the first screen is there before its script, and nothing of it moves or changes when that comes', async ({
    page,
  }) => {
    const script = Promise.withResolvers<void>()
    await page.route('**/widget/assets/index-*.js', async (route) => {
      await script.promise
      await route.continue()
    })
    await page.addInitScript(() => {
      window.headings = new Set()
      new MutationObserver(() => {
        const heading = document.querySelector('main h1')
        if (heading) window.headings.add(heading.textContent)
      }).observe(document, { childList: true, subtree: true, characterData: true })
    })
    const { request_id } = await partner.call(contract.partner.createRequest, { body: {} })
    await page.goto(`${addresses.exchange}/w/${request_id}`, { waitUntil: 'commit' })
    await expect(page.getByText(/^1\s\w+ ≈ .* · \d:\d\d$/)).toBeVisible()
    // It follows all that is drawn.
    await expect(page.locator('.standing')).toBeAttached()
    const drawn = await placesOf(page)
    script.resolve()
    await expect(new Widget(page).button('Weiter')).toBeEnabled()
    await expect(page.locator('.drawn')).toHaveCount(0)
    expect(await placesOf(page)).toEqual(drawn)
    expect(await page.evaluate(() => [...window.headings])).toEqual(['Krypto kaufen'])
  })
})
