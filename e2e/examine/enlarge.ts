import { expect, type Frame, type Page } from '@playwright/test'
import { dress } from '../screens/dress.ts'
import { cutOff } from '../src/cutOff.ts'

/** Our own pages: the widget, an order's page and the card form. A bank's are the bank's. */
const ours = /\/(?:w|o|fields\/frame)\//

/** Has a screen's letters grow to twice their size on a phone, in both directions, and looks for what is cut off by that. */
export async function enlarge(page: Page, screen: string): Promise<void> {
  const before = page.viewportSize()
  await page.setViewportSize({ width: 390, height: 844 })
  for (const language of ['en', 'ar'] as const) {
    await dress(page, { language, scheme: 'light' })
    for (const frame of page.frames().filter((each) => ours.test(each.url()))) {
      const where = `${screen}, ${language}, ${new URL(frame.url()).pathname}`
      await setLetters(frame, '200%')
      await expect.poll(() => widthBeyond(frame), where).toBe(0)
      expect(await cutOff(frame.locator('body')), where).toEqual([])
      expect(await overlaid(frame), where).toEqual([])
      await setLetters(frame, '')
    }
  }
  await dress(page, { language: 'en', scheme: 'light' })
  if (before) await page.setViewportSize(before)
}

async function setLetters(frame: Frame, size: string): Promise<void> {
  await frame.locator('html').evaluate((html, value) => html.style.setProperty('font-size', value), size)
}

/** How many pixels of a page are beyond its edge. */
function widthBeyond(frame: Frame): Promise<number> {
  return frame.locator('html').evaluate((html) => html.scrollWidth - html.clientWidth)
}

/** Headings, labels and buttons whose words reach beyond them. */
function overlaid(frame: Frame): Promise<string[]> {
  return frame
    .locator('body')
    .evaluate((body) =>
      [...body.querySelectorAll<HTMLElement>('label, button, h1, h2, summary')]
        .filter((each) => each.clientWidth > 1 && each.scrollWidth > each.clientWidth + 1)
        .map((each) => each.outerHTML.slice(0, 120)),
    )
}
