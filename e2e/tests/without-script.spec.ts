import { addresses } from '../src/addresses.ts'
import { expect, test } from '../src/test.ts'

test('without JavaScript the page of a paid request promises nothing about the money', async ({
  shop,
  browser,
}) => {
  const { widget } = await shop.buyAtPayment()
  await widget.pay('Success')
  await widget.outcome(/^You received/)
  const plain = await browser.newPage({ javaScriptEnabled: false })
  await plain.goto(`${addresses.exchange}/w/${shop.requestId()}`)
  const text = await plain.locator('noscript').innerText()
  expect(text).toContain('needs JavaScript')
  expect(text).not.toMatch(/no money has moved/i)
  await plain.close()
})

test('the exchange’s own address answers a person with a page', async ({ page }) => {
  const answer = await page.goto(addresses.exchange)
  expect(answer?.status()).toBe(200)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByText('If you have paid')).toBeVisible()
})
