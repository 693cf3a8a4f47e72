import { contract } from '@cambio/wire/http/contract.ts'
import type { Page } from '@playwright/test'
import { addresses } from '../src/addresses.ts'
import { partner } from '../src/apiOrder.ts'
import { expect, test } from '../src/test.ts'
import { Widget } from '../src/Widget.ts'

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
  await expect(widget.root.getByText(/^1 \w+ ≈ .* · 0:5\d$/)).toBeVisible()
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
