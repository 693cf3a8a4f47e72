import { createOrder } from '../src/apiOrder.ts'
import { expect, test } from '../src/test.ts'
import { freshEmail, wallet, Widget } from '../src/Widget.ts'

const shownWallet = wallet.slice(-4)

test('with everything fixed, the buyer sees price, fee and address before any question', async ({
  shop,
  page,
}) => {
  // No price is renewed because its minute passes, however slow the machine.
  await page.addInitScript(() => {
    const every = setInterval.bind(window)
    const withoutRenewal = (run: () => void, ms?: number) => ((ms ?? 0) > 40_000 ? 0 : every(run, ms))
    Object.assign(window, { setInterval: withoutRenewal })
  })
  const widget = await shop.buy({ amount: '75', settled: 'fixed', address: wallet })
  await expect(widget.field('E-mail')).toBeVisible()
  const price = widget.root.getByRole('region', { name: 'Price details' })
  await expect(price.getByText('75.00 EUR').first()).toBeVisible()
  await expect(price.getByText('Service fee')).toBeVisible()
  await expect(price.getByText(/^0\.\d+\sETH$/).first()).toBeVisible()
  await expect(widget.root.getByText(shownWallet)).toBeVisible()
  // A discount and a limit are the buyer's own, so that the price is asked for anew once they are known.
  const askedAnew = page.waitForRequest(
    (request) => request.url().endsWith('/quote') && 'authorization' in request.headers(),
  )
  await widget.email()
  await askedAnew
  await expect(price.getByText('Service fee')).toBeVisible()
  await expect(widget.root.getByText(shownWallet)).toHaveCount(1)
})

test('an order’s own page shows price, fee and address before any question', async ({ page }) => {
  const order = await createOrder(freshEmail())
  await page.goto(order.redirect)
  const widget = new Widget(page)
  await expect(widget.field('E-mail')).toBeVisible()
  const price = widget.root.getByRole('region', { name: 'Price details' })
  await expect(price.getByText('50.00 EUR').first()).toBeVisible()
  await expect(price.getByText('Service fee')).toBeVisible()
  await expect(widget.root.getByText(shownWallet)).toBeVisible()
})

test('“set by” stands beside what is fixed and beside nothing else', async ({ shop }) => {
  const widget = await shop.buy({ address: wallet })
  await expect(widget.field('You pay')).toHaveValue('100')
  await expect(widget.button('Currency you get')).toHaveCount(0)
  // The address fixes the coin: one word, in the coin's own place.
  const setByNote = widget.root.getByText(/^set by /)
  await expect(setByNote).toHaveCount(1)
  await expect(setByNote.locator('..')).toContainText('ETH')
})
