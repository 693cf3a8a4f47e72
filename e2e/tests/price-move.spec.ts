import { contract } from '@cambio/wire/http/contract.ts'
import { addresses } from '../src/addresses.ts'
import { partner } from '../src/apiOrder.ts'
import { defaultsOf, knownBuyer } from '../src/beginPurchase.ts'
import { openWidget } from '../src/ownPage.ts'
import { refuse } from '../src/refuse.ts'
import { expect, test } from '../src/test.ts'
import { Widget } from '../src/Widget.ts'

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

for (const [tolerance, isAsked] of [
  [undefined, true],
  [50, false],
] as const)
  test(`a price 0.4 % worse than the agreed one is ${isAsked ? 'asked about' : 'not asked about where the request tolerates 0.5 %'}`, async ({
    page,
  }) => {
    const { request_id } = await partner.call(contract.partner.createRequest, {
      body: { ...defaultsOf({}), ...(tolerance && { price_tolerance_bps: tolerance }) },
    })
    let quote = { payout_amount: '0' }
    await page.route('**/api/widget/*/quote', async (route) => {
      const response = await route.fetch()
      quote = (await response.json()) as typeof quote
      await route.fulfill({ response })
    })
    await page.route(
      '**/api/widget/*/order',
      (route) => {
        const payout_amount = (Number(quote.payout_amount) * 0.996).toFixed(18)
        return refuse(route, { status: 409, code: 'quote_expired', quote: { ...quote, payout_amount } })
      },
      { times: 1 },
    )
    await page.goto(`${addresses.exchange}/w/${request_id}`)
    const widget = new Widget(page)
    // A price of this page, since the first one came in its HTML.
    await widget.amount('101')
    await widget.address()
    await widget.email(await knownBuyer())
    if (isAsked) {
      await expect(widget.root.getByText('The price has changed')).toBeVisible()
      await widget.next()
    }
    await expect(widget.button(/^Pay \d/)).toBeVisible()
  })
