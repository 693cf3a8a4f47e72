import { openWidget } from '../src/ownPage.ts'
import { expect, test } from '../src/test.ts'

test('a price that moved against the buyer shows it: digits roll to the new one, and a screen reader says it once', async ({
  page,
}) => {
  // Prices last a second, until one that lasts buys a tenth less.
  let falls = false
  await page.route('**/api/widget/*/quote', async (route) => {
    const response = await route.fetch()
    const quote = (await response.json()) as { payout_amount: string; expires_at: string }
    const [amount, expiresAt] = [Number(quote.payout_amount) * 0.9, Date.parse(quote.expires_at) - 55_000]
    const decimals = quote.payout_amount.split('.')[1]?.length ?? 0
    const now = { expires_at: new Date(expiresAt).toISOString() }
    const next = { payout_amount: amount.toFixed(decimals) }
    await route.fulfill({ response, json: { ...quote, ...(falls ? next : now) } })
  })
  const widget = await openWidget(page)
  await widget.field('You pay').fill('60')
  const field = widget.field('You get')
  const said = field.locator('xpath=../output')
  await expect(said).toBeAttached()
  const before = await field.boundingBox()
  falls = true
  const shown = said.locator('xpath=following-sibling::span')
  await expect(shown).toHaveText(/^[\d.]+▼$/)
  expect(await field.boundingBox()).toEqual(before)
  await expect(shown).toHaveText(`${await field.inputValue()}▼`)
  await expect(said).toHaveText(new RegExp(`^You get: ${await field.inputValue()}\\s`))
  await expect(shown).toHaveAttribute('aria-hidden', 'true')
  // Another amount has a price of its own, which has not moved.
  await widget.field('You pay').fill('70')
  await expect(shown).toHaveCount(0)
  await expect(said).toHaveText('')
})
