import type { Locator, Page } from '@playwright/test'
import { accessibilityFaults } from '../src/accessibilityFaults.ts'
import { digitsFrom } from '../src/digitsFrom.ts'
import { expect, test } from '../src/test.ts'
import { freshEmail, jane, wallet, type Widget } from '../src/Widget.ts'

/* A screen of each kind in one look or the other; `pnpm sim:widget` has every screen in every look. */
const light = { colorScheme: 'light', viewport: { width: 1280, height: 900 } } as const
const dark = { colorScheme: 'dark', viewport: { width: 320, height: 900 } } as const

test.describe('the widget has no accessibility faults: dark, 320 px wide', () => {
  test.use(dark)

  test('the shop’s wallet, the drawer behind it and every step before the payment', async ({
    shop,
    page,
  }) => {
    await shop.open()
    await shop.lookBehind()
    const pageWidth = await page.evaluate(() => document.documentElement.scrollWidth)
    expect(pageWidth).toBeLessThanOrEqual(dark.viewport.width)
    await page.keyboard.press('Escape')
    await expect(shop.behind).toBeHidden()
    await expect(page.getByRole('button', { name: 'Look behind' })).toBeFocused()

    const widget = await shop.buy()
    const { look, fits } = checksOf(widget, page)
    await expect(widget.button('Continue')).toBeEnabled()
    await widget.root.getByText(/^1\sETH ≈ /).click()
    await expect(widget.root.getByText('Service fee')).toBeVisible()
    await look('1-amount')
    await widget.button('Currency you get').click()
    await expect(widget.root.getByRole('option', { name: 'USDT on Tron', exact: true })).toBeVisible()
    await look('1-currencies')
    await widget.root.getByRole('dialog').getByLabel('Search').press('Escape')
    await expect(widget.button('Currency you get')).toBeFocused()
    await widget.amount()
    await expect(widget.field('Wallet address')).toBeVisible()
    await fits('2-address')
    await widget.address()
    await expect(widget.field('E-mail')).toBeVisible()
    await fits('3-email')
    await widget.email()
    await expect(widget.field('First name')).toBeVisible()
    await look('4-details')
    await widget.button('Country').click()
    await expect(widget.root.getByRole('option', { name: 'Germany' })).toBeVisible()
    await fits('4-countries')
  })
})

test.describe('the widget has no accessibility faults: light, 1280 px wide', () => {
  test.use(light)

  test('every step from the payment on, and the shop around it', async ({ shop, page }) => {
    const { widget } = await shop.buyAtPayment()
    const { look, fits } = checksOf(widget, page)
    await expect(widget.cardFrame.number).toBeVisible()
    await fits('5-card')
    await widget.pay('3-D Secure success')
    await expect(widget.challenge.frame.getByRole('button', { name: 'Approve' })).toBeVisible()
    await look('6-challenge')
    await widget.challenge.answer('Approve')
    await widget.outcome(/^You received/)
    await fits('7-status')
    await expectStepsDrawnInForcedColours(page, widget)
    await shop.lookBehind()
    expect(await accessibilityFaults(page)).toEqual([])
  })
})

/** What is checked of a step: that it fits its place, and with a look also what assistive tools find. */
function checksOf(
  widget: Widget,
  page: Page,
): Readonly<Record<'fits' | 'look', (step: string) => Promise<void>>> {
  const fits = async (step: string) => {
    const pageWidth = await page.evaluate(() => document.documentElement.scrollWidth)
    expect(pageWidth, `${step} step`).toBeLessThanOrEqual(page.viewportSize()?.width ?? 0)
    const beyond = await widget.root.locator('html').evaluate((html) => html.scrollWidth - html.clientWidth)
    expect(beyond, `${step} step, inside the widget`).toBe(0)
    expect(await brokenAmounts(widget), `${step} step`).toEqual([])
  }
  const look = async (step: string) => {
    expect(await accessibilityFaults(page), `${step} step`).toEqual([])
    await fits(step)
  }
  return { fits, look }
}

test('a whole purchase can be made by the keyboard alone', async ({ shop, page }) => {
  const widget = await shop.buy()
  /** Where it does not matter that a field takes single keys. */
  const paste = async (target: Locator, text: string) => {
    await tabTo(page, target)
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.insertText(text)
  }
  const press = async (target: Locator) => {
    await tabTo(page, target)
    await page.keyboard.press('Enter')
  }
  await expect(widget.button('Continue')).toBeEnabled()
  await tabTo(page, widget.field('You pay'))
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('70')
  await expect(widget.button('Continue')).toBeEnabled()
  await press(widget.button('Continue'))
  await paste(widget.field('Wallet address'), wallet)
  await press(widget.button('Continue'))
  await paste(widget.field('E-mail'), freshEmail())
  await press(widget.button('Continue'))
  // Its last digit sends it, of any script.
  await tabTo(page, widget.field('Code'))
  await page.keyboard.type(digitsFrom('٠', await widget.shownCode()))
  await expect(widget.field('First name')).toBeVisible()
  for (const [label, value] of Object.entries(jane)) {
    if (label === 'Country') {
      await press(widget.button(label))
      await page.keyboard.type('Germany')
      // The list may still be on its way.
      await expect(widget.root.getByRole('option', { name: 'Germany' })).toBeVisible()
      await page.keyboard.press('Enter')
    } else if (label === 'Date of birth') {
      await paste(widget.field('Day'), '28')
      await paste(widget.field('Month'), '2')
      await paste(widget.field('Year'), '1990')
    } else await paste(widget.field(label), value)
  }
  await press(widget.button('Continue'))
  await tabTo(page, widget.cardFrame.number)
  await page.keyboard.type('4111111111111111')
  await page.keyboard.type('0138')
  await page.keyboard.type('123')
  await press(widget.button(/^Pay \d/))
  await widget.outcome(/^You received/)
})

/** The line of an order's steps is drawn in the reader's own colours too, and what is done stands out. */
async function expectStepsDrawnInForcedColours(page: Page, widget: Widget): Promise<void> {
  await page.emulateMedia({ forcedColors: 'active' })
  const grounds = await widget.root
    .locator('[data-state="done"]')
    .evaluateAll((steps) =>
      steps.map((step) => [
        getComputedStyle(step, '::after').backgroundColor,
        getComputedStyle(step.firstElementChild ?? step).backgroundColor,
      ]),
    )
  const canvas = await widget.root.locator('body').evaluate((body) => getComputedStyle(body).backgroundColor)
  expect(grounds.length).toBeGreaterThan(1)
  expect(grounds[0]).not.toContain(canvas)
  await page.emulateMedia({ forcedColors: null })
}

/** Amounts that stand on more than one line with their digits. */
async function brokenAmounts({ root }: Widget): Promise<string[]> {
  return root.locator('body').evaluate((body) => {
    const texts = document.createTreeWalker(body, NodeFilter.SHOW_TEXT)
    const broken: string[] = []
    while (texts.nextNode()) {
      const text = texts.currentNode.textContent ?? ''
      for (const { 0: digits, index } of text.matchAll(/\d[\d,]*\.\d+/g)) {
        const range = document.createRange()
        range.setStart(texts.currentNode, index)
        range.setEnd(texts.currentNode, index + digits.length)
        const lines = new Set(Array.from(range.getClientRects(), ({ top }) => Math.round(top)))
        if (lines.size > 1) broken.push(text)
      }
    }
    return broken
  })
}

const MOST_TABS = 60

/** Presses Tab until a field has the focus, and fails when no number of them leads there. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible()
  for (let tabs = 0; tabs <= MOST_TABS; tabs++) {
    const here = await target.evaluate((element) => element === element.ownerDocument.activeElement)
    if (here) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`${String(target)} cannot be reached with Tab.`)
}
