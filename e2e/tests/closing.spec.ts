import { addresses } from '../src/addresses.ts'
import { bendView } from '../src/bendView.ts'
import { hold } from '../src/hold.ts'
import { expect, test } from '../src/test.ts'
import { wallet, type Widget } from '../src/Widget.ts'

test('Escape while a payment is under way asks whether to close, a closed widget can be opened again, and Done leads back to the shop with its order', async ({
  shop,
  page,
}) => {
  const { widget: first, email } = await shop.buyAtPayment({}, {}, 'modal')
  const questionIn = ({ root }: Widget) => root.getByRole('dialog', { name: 'A payment is under way' })
  await first.pay('3-D Secure success')
  await expect(first.heading('Confirm with your bank')).toBeFocused()
  await page.keyboard.press('Escape')
  await questionIn(first).getByRole('button', { name: 'Stay' }).click()
  await expect(questionIn(first)).toBeHidden()
  await first.heading('Confirm with your bank').press('Escape')
  expect(await questionIn(first).evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0)
  const link = questionIn(first).getByRole('link')
  await expect(link).toHaveAttribute('href', `${addresses.exchange}/w/${shop.requestId()}`)
  await questionIn(first).getByRole('button', { name: 'Close anyway' }).click()
  await expect(shop.frame).toHaveCount(0)
  await page.getByRole('button', { name: 'Open your order' }).click()

  const widget = await shop.widget()
  const question = questionIn(widget)
  await widget.email(email)
  const opened = page.context().waitForEvent('page')
  await widget.root.getByRole('link', { name: 'Open my bank in a new tab' }).click()
  const bank = await opened
  await widget.heading('Confirm with your bank').press('Escape')
  await expect(question).toBeVisible()
  await bank.getByRole('button', { name: 'Decline' }).click()
  // The question is about a payment that is over.
  await expect(widget.heading('Payment declined')).toBeFocused()
  await expect(question).toBeHidden()

  await widget.button('Try again').click()
  await widget.cardFrame.pick('Success')
  await expect(question).toBeHidden()
  const { held, release } = await hold(page, '**/api/widget/*/charge')
  await widget.button(/^Pay \d/).click()
  await expect.poll(() => held.length).toBe(1)
  await page.keyboard.press('Escape')
  await expect(question).toBeVisible()
  release()
  await expect(widget.heading(/^You received/)).toBeFocused()
  await expect(question).toBeHidden()
  await expect(widget.root.getByRole('link', { name: `/w/${shop.requestId()}` })).toBeVisible()

  const order = shop.requestId()
  await widget.button('Done').click()
  await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible()
  const url = new URL(page.url())
  expect(url.pathname).toBe('/thanks')
  expect(url.searchParams.get('partner_order_id')).toBe(order)
  expect(url.searchParams.get('status')).toBe('finished')
  await expect(page.locator('#verified-status')).toHaveText('finished')
})

test('Escape before a payment closes at once', async ({ shop, page }) => {
  const widget = await shop.buy({ mode: 'modal' })
  await widget.field('You pay').focus()
  await page.keyboard.press('Escape')
  await expect(shop.frame).toHaveCount(0)
})

test('a request that expired in a dialog says where to start again, and leads there by closing it', async ({
  shop,
  page,
}) => {
  await bendView(page, (view) => ({ ...view, state: 'expired' }))
  const widget = await shop.buy({ mode: 'modal' })
  await expect(widget.heading('This link has expired')).toBeVisible()
  await expect(widget.root.getByText('Go back to the shop and start again.')).toBeVisible()
  await expect(widget.root.locator('[data-tone="bad"]')).toBeVisible()
  await widget.button('Start again at the shop').click()
  await expect(shop.frame).toHaveCount(0)
})

test('the buyer reads the address before it is final, and a wrong one leads back to the shop', async ({
  shop,
  page,
}) => {
  let widget = await shop.buy({ mode: 'modal' })
  await widget.amount()
  await widget.address()
  await widget.email()
  await expect(widget.root.getByText('Check the address: it is final once you continue.')).toBeVisible()
  await expect(widget.root.getByText(wallet.slice(-4), { exact: true })).toBeVisible()
  await widget.payer()
  await widget.button('Start again at the shop').click()
  await expect(shop.frame).toHaveCount(0)

  // Another address of the same page would not load it anew.
  await page.goto('about:blank')
  widget = (await shop.buyAtPayment()).widget
  // By its key, since the card form that loads meanwhile may move the link from under a pointer.
  await widget.root.getByRole('link', { name: 'Start again at the shop' }).press('Enter')
  await expect(page).toHaveURL(`${addresses.shop}/`)
})
