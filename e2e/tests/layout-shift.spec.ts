import { contract } from '@cambio/wire/http/contract.ts'
import type { Frame, Page } from '@playwright/test'
import { addresses } from '../src/addresses.ts'
import { partner } from '../src/apiOrder.ts'
import { hold } from '../src/hold.ts'
import { expect, test } from '../src/test.ts'
import { Widget } from '../src/Widget.ts'
import { withoutEvents } from '../src/withoutEvents.ts'

/** What moved without a press of the buyer's, how far it moved the page, and when, in milliseconds (https://web.dev/articles/cls). */
type Shift = { readonly at: number; readonly value: number; readonly moved: readonly string[] }
declare global {
  interface Window {
    shifts: Shift[]
  }
  interface PerformanceEntry {
    readonly value: number
    readonly hadRecentInput: boolean
    readonly sources: readonly { readonly node: Node | null }[]
  }
}

/** Notes every layout shift of every frame. Before the page is opened. */
async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.shifts = []
    const name = (node: Node | null) =>
      node instanceof Element ? node.outerHTML.slice(0, 90) : String(node?.textContent)
    new PerformanceObserver((list) => {
      for (const { startTime: at, value, hadRecentInput, sources } of list.getEntries())
        if (!hadRecentInput) window.shifts.push({ at, value, moved: sources.map(({ node }) => name(node)) })
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

async function shiftsOf(frame: Frame | Page): Promise<Shift[]> {
  return frame.evaluate(() => window.shifts)
}

function expectStill(shifts: readonly Shift[]): void {
  const worst = Math.max(0, ...windowsOf(shifts))
  if (worst > 0.02) expect(shifts.filter(({ value }) => value > 0.001)).toEqual([])
  expect(worst).toBeLessThanOrEqual(0.02)
}

/** The sums of shifts that follow each other within a second, and all within five: the largest is what is called CLS. */
function windowsOf(shifts: readonly Shift[]): number[] {
  const sums: number[] = []
  let begun = -Infinity
  let last = -Infinity
  for (const { at, value } of shifts) {
    if (at - last > 1_000 || at - begun > 5_000) {
      begun = at
      sums.push(0)
    }
    sums.push((sums.pop() ?? 0) + value)
    last = at
  }
  return sums
}

test.use({ viewport: { width: 390, height: 844 } })

test('a whole purchase by card moves nothing under the buyer’s finger', async ({ page }) => {
  await watchShifts(page)
  const { request_id } = await partner.call(contract.partner.createRequest, {
    body: { payout_currency_default: 'ETH', payout_group_default: 'crypto' },
  })
  const widget = new Widget(page)
  // Two screens follow the last press before the card, on a slow machine so late that neither counts as its effect. More
  // than a second apart they are no single move.
  await page.route('**/api/widget/*/order', async (route) => {
    await expect(widget.field('First name')).toHaveCount(0)
    await page.waitForTimeout(1_500)
    await route.continue()
  })
  await withoutEvents(page)
  await page.goto(`${addresses.exchange}/w/${request_id}`)
  await widget.untilCard()
  // An event, or a look at the order, that comes before the charge's answer shows a state of its own, and the decline after it another one.
  const looks = await hold(page, '**/api/widget/*/status?*')
  await widget.pay('Declined')
  await widget.outcome('Payment declined')
  looks.release()
  await widget.button('Try another card').click()
  await widget.pay('Success')
  await widget.outcome(/^You received/)
  expectStill(await shiftsOf(page))
})

test('a widget in a page moves neither itself nor anything around it while it loads', async ({
  shop,
  page,
}) => {
  await watchShifts(page)
  // Callbacks about the orders of other tests would come into this shop's list.
  await page.route('**/events', (route) => route.abort())
  // What follows a press within half a second counts as its effect. This comes later.
  await page.route('**/orders', async (route) => {
    const response = await route.fetch()
    setTimeout(() => void route.fulfill({ response }), 1_000)
  })
  // The notice that a widget does not answer, after five seconds, would move it on a slow machine.
  await page.addInitScript(() => {
    if (window.top !== window) return
    const later = setTimeout.bind(window)
    const withoutNotice = (run: () => void, ms?: number) => (ms === 5_000 ? 0 : later(run, ms))
    Object.assign(window, { setTimeout: withoutNotice })
  })
  const style = await hold(page, '**/widget/assets/style-*.css')
  const script = await hold(page, '**/widget/assets/index-*.js')
  const widget = await shop.buy()
  const drawn = widget.root.locator('.drawn')
  await expect(drawn).toBeAttached()
  await expect(drawn).toBeHidden()
  // As a pointer that lies over the frame has it laid out.
  await drawn.evaluate(({ ownerDocument }) => ownerDocument.elementFromPoint(1, 1))
  style.release()
  await expect(drawn).toBeVisible()
  // What was laid out before the first paint has moved for nobody.
  const seenAt = () => drawn.evaluate(() => performance.getEntriesByName('first-paint')[0]?.startTime ?? 0)
  await expect.poll(seenAt).toBeGreaterThan(0)
  const seenSince = await seenAt()
  script.release()
  await expect(widget.button('Continue')).toBeEnabled()
  expectStill(await shiftsOf(page))
  const frame = page.frames().find((each) => each.url().includes('/w/'))
  if (!frame) throw new Error('The widget has a frame')
  expectStill((await shiftsOf(frame)).filter(({ at }) => at >= seenSince))
})

test('a list that is searched stays as high as it was, and nothing in it moves', async ({ page }) => {
  await watchShifts(page)
  const { request_id } = await partner.call(contract.partner.createRequest, { body: {} })
  await page.goto(`${addresses.exchange}/w/${request_id}`)
  const widget = new Widget(page)
  await widget.button('Currency you get').click()
  const list = page.getByRole('dialog', { name: 'Currency you get' })
  await expect(list.getByRole('option')).not.toHaveCount(1)
  // It rises as it opens.
  await list.evaluate((dialog) => Promise.all(dialog.getAnimations().map(({ finished }) => finished)))
  const before = await list.boundingBox()
  // What follows a press within half a second counts as its effect.
  await page.waitForTimeout(600)
  await list.getByLabel('Search').fill('litecoin')
  await expect(list.getByRole('option')).toHaveCount(1)
  expect(await list.boundingBox()).toEqual(before)
  expectStill(await shiftsOf(page))
})
