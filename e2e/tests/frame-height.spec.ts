import { contract } from '@cambio/wire/http/contract.ts'
import type { Locator, Page } from '@playwright/test'
import { addresses } from '../src/addresses.ts'
import { partner } from '../src/apiOrder.ts'
import { expect, test } from '../src/test.ts'
import { Widget } from '../src/Widget.ts'

/** 100 ms of a screen that draws 60 frames a second. Frames are counted, since a busy machine draws them late. */
const mostFrames = 6

test('at 320 to 1280 pixels of width the frame is as high as its content to the pixel, six frames after any change at most', async ({
  page,
}) => {
  const { request_id: requestId } = await partner.call(contract.partner.createRequest, { body: {} })
  await page.setViewportSize({ width: 480, height: 900 })
  const frame = await mountAlone(page, requestId)
  const widget = new Widget(frame.contentFrame())
  const html = widget.root.locator('html')
  await expect(widget.button('Continue')).toBeEnabled()
  await expect.poll(() => html.evaluate(errorNow)).toBeLessThanOrEqual(1)
  await html.evaluate(watchHeight)
  const heights = new Set<number>()
  const expectExact = async (change: string) => {
    const { error, height, longest } = await html.evaluate(heightAfter, mostFrames)
    expect.soft(error, `pixels after ${change}`).toBeLessThanOrEqual(1)
    expect.soft(longest, `frames after ${change}`).toBeLessThanOrEqual(mostFrames)
    heights.add(height)
  }

  for (const width of [1280, 600, 390, 320]) {
    await page.setViewportSize({ width, height: 900 })
    await expectExact(`a width of ${width}`)
    const price = widget.root.getByText(/^1\sBTC ≈ /)
    const fee = widget.root.getByText('Service fee')
    await price.click()
    await expect(fee).toBeVisible()
    await expectExact(`more content at ${width}`)
    await price.click()
    await expect(fee).toBeHidden()
    await expectExact(`less content at ${width}`)
  }
  for (const locale of ['de', 'ar', 'en']) {
    await tell(page, 'setLocale', locale)
    await expect(html).toHaveAttribute('lang', locale)
    await expectExact(`the language ${locale}`)
  }
  for (const [font, size, pixels] of [
    ['lora', '1.25rem', '20px'],
    ['system', '1rem', '16px'],
  ] as const) {
    await tell(page, 'setTheme', { tokens: { font, text_base: size, text_sm: size, text_md: size } })
    await expect(widget.root.locator('body')).toHaveCSS('font-size', pixels)
    await html.evaluate(() => document.fonts.ready)
    await expectExact(`the font ${font}`)
  }
  await widget.amount()
  await expect(widget.field('Wallet address')).toBeVisible()
  await expectExact('the next step')
  expect(heights.size).toBeGreaterThan(8)
})

/** Mounts a request as all that a page shows. @returns its frame */
async function mountAlone(page: Page, requestId: string): Promise<Locator> {
  await page.goto(addresses.shop)
  await page.evaluate((requestId) => {
    document.body.replaceChildren()
    Object.assign(window, { widget: Reflect.get(window, 'Cambio').mount(document.body, { requestId }) })
  }, requestId)
  return page.locator(`iframe[src$="/w/${requestId}"]`)
}

async function tell(page: Page, act: 'setLocale' | 'setTheme', value: unknown): Promise<void> {
  await page.evaluate(([act, value]) => Reflect.get(window, 'widget')[act](value), [act, value] as const)
}

/** By how many pixels the frame differs from its content. Runs in the frame. */
function errorNow(): number {
  return Math.abs(innerHeight - document.body.getBoundingClientRect().height)
}

/** Counts, from now on, for how many frames in a row the frame had another height than its content. Runs in the frame. */
function watchHeight(): void {
  let inRow = 0
  Object.assign(window, { longest: 0 })
  const look = () => {
    const error = Math.abs(innerHeight - document.body.getBoundingClientRect().height)
    inRow = error > 1 ? inRow + 1 : 0
    Object.assign(window, { longest: Math.max(Reflect.get(window, 'longest'), inRow) })
    requestAnimationFrame(look)
  }
  look()
}

/** How it stands after so many frames, and the longest that it was wrong until then. Runs in the frame. */
async function heightAfter(
  _: Element,
  frames: number,
): Promise<{ error: number; height: number; longest: number }> {
  for (let frame = 0; frame <= frames; frame += 1) await new Promise(requestAnimationFrame)
  const { height } = document.body.getBoundingClientRect()
  return { error: Math.abs(innerHeight - height), height, longest: Reflect.get(window, 'longest') }
}
