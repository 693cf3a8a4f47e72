import { openWidget } from '../src/ownPage.ts'
import { expect, test } from '../src/test.ts'
import { freshEmail, type Widget } from '../src/Widget.ts'

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('the amount fits one view, and in a dialog over a still page Continue is always in sight', async ({
    shop,
    page,
  }) => {
    const widget = await shop.buy({ mode: 'modal' })
    await expect(widget.button('Continue')).toBeEnabled()
    await expect(widget.button('Continue')).toBeInViewport({ ratio: 1 })
    const limitNote = widget.root.getByText('You can buy for up to 150.00 EUR in 30 days.')
    await expect(limitNote).toContainText('For more, we need an identity check.')
    await page.mouse.move(200, 400)
    const before = await page.evaluate(() => scrollY)
    await page.mouse.wheel(0, 2_000)
    await widget.root.getByText(/^1\sETH ≈ /).click()
    await expect(widget.root.getByText('Service fee')).toBeVisible()
    await widget.button('Add a coupon').click()
    await widget.field('You pay').fill('400')
    await expect(limitNote).toContainText('This purchase needs an identity check')
    await expect(widget.button('Continue')).toBeEnabled()
    await expect(widget.button('Continue')).toBeInViewport({ ratio: 1 })
    expect(await page.evaluate(() => scrollY)).toBe(before)
  })

  test('the amount is at most 560 pixels high in the page, nothing of what one gets is cut off, and one press pays a round amount in the currency that is paid', async ({
    shop,
    page,
  }) => {
    await page.setViewportSize({ width: 424, height: 844 })
    const widget = await shop.buy()
    await expect(widget.root.getByText('You can buy for up to 150.00 EUR in 30 days.')).toBeVisible()
    await expect(widget.button('Continue')).toBeEnabled()
    await expect.poll(() => shop.frame.evaluate((frame) => frame.clientWidth)).toBe(390)
    // Once its style is there, which may be after its script.
    const height = () => widget.root.locator('body').evaluate((body) => body.clientHeight)
    await expect.poll(height).toBeLessThanOrEqual(560)
    await page.setViewportSize({ width: 390, height: 844 })
    const get = widget.field('You get')
    await expect(get).toHaveValue(/^0\.\d+$/)
    await expect.poll(() => get.evaluate((input) => input.scrollWidth - input.clientWidth)).toBe(0)

    await widget.button('250 EUR').click()
    await expect(widget.field('You pay')).toHaveValue('250')
    await widget.choose('Currency you pay', 'JPY')
    await widget.button('20,000 JPY').click()
    await expect(widget.field('You pay')).toHaveValue('20000')
  })

  test('letters of twice the size cut nothing off before the payment', async ({ page }) => {
    const widget = await openWidget(page)
    await expect(widget.button('Continue')).toBeEnabled()
    await widget.root.locator('html').evaluate((html) => html.style.setProperty('font-size', '200%'))
    // Once its style is there.
    await expect.poll(() => cutOffAt(widget)).toEqual([])
    await widget.amount()
    await expect(widget.field('Wallet address')).toBeVisible()
    expect(await cutOffAt(widget)).toEqual([])
    await widget.address()
    await widget.field('E-mail').fill(freshEmail())
    await widget.next()
    await expect(widget.field('Code')).toBeVisible()
    expect(await cutOffAt(widget)).toEqual([])
    await widget.code()
    await expect(widget.field('First name')).toBeVisible()
    expect(await cutOffAt(widget)).toEqual([])
  })
})

/** What is wider than its place, which may be the page. */
async function cutOffAt({ root }: Widget): Promise<string[]> {
  return root.locator('html').evaluate((html) =>
    [html, ...html.querySelectorAll<HTMLElement>('main :is(label, button, input, h1, summary)')]
      .filter((each) => each.clientWidth > 1 && each.scrollWidth > each.clientWidth + 1)
      .filter((each) => !(each instanceof HTMLInputElement && each.value !== ''))
      .map((each) => each.outerHTML.slice(0, 80)),
  )
}
