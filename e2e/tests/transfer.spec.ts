import { WidgetView } from '@cambio/wire/widget/Widget.ts'
import type { Page } from '@playwright/test'
import { addresses } from '../src/addresses.ts'
import { beginPurchase, knownBuyer } from '../src/beginPurchase.ts'
import { lineToExchange } from '../src/lineToExchange.ts'
import { openAtPayment } from '../src/ownPage.ts'
import { expect, test } from '../src/test.ts'
import { freshEmail, Widget } from '../src/Widget.ts'
import { withoutEvents } from '../src/withoutEvents.ts'

/** The page that opens beside the shop. */
async function opened(page: Page, open: () => Promise<void>): Promise<Page> {
  const [beside] = await Promise.all([page.context().waitForEvent('page'), open()])
  return beside
}

test('a bank transfer in place of a card buys coins: instructions to be copied, found again, the test bank, paid out', async ({
  shop,
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  let widget = await shop.buy()
  // Two ways to pay are seen at a glance: nothing is searched, and the keyboard chooses from the list.
  await widget.button('Pay with').click()
  const ways = widget.root.getByRole('option')
  await expect(ways).toHaveCount(2)
  await expect(ways.nth(0)).toHaveAccessibleName('Card')
  await expect(ways.nth(1)).toHaveAccessibleName('Bank transfer (SEPA)')
  await expect(widget.root.getByRole('searchbox')).toHaveCount(0)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(widget.button('Pay with')).toHaveAccessibleDescription('Bank transfer (SEPA)')
  await widget.amount()
  await widget.address()
  const email = await widget.email(await knownBuyer())
  await expect(widget.heading('Waiting for payment')).toBeVisible()
  let details = widget.root.getByRole('region', { name: 'Bank transfer' })
  await expect(details.getByText('DE89370400440532013000')).toBeVisible()
  await expect(details.getByText('100.00 EUR')).toBeVisible()
  await expect(details.getByText(/\(in 2 days\)/)).toBeVisible()
  await expect(widget.root.getByText('No money has reached us yet.')).toBeVisible()
  for (const [name, text] of [
    ['Beneficiary', /^Cambio Sandbox$/],
    ['IBAN', /^DE89370400440532013000$/],
    ['Amount', /^100\.00$/],
    ['Reference', /^[A-Z0-9]{5}-[A-Z0-9]{6}$/],
  ] as const) {
    await details.getByRole('button', { name: `Copy ${name}` }).click()
    await expect(details.getByText('Copied', { exact: true })).toBeVisible()
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toMatch(text)
  }

  await page.reload()
  widget = await shop.widget()
  await widget.email(email)
  details = widget.root.getByRole('region', { name: 'Bank transfer' })
  await expect(details).toBeVisible()
  const bank = await opened(page, () =>
    widget.root.getByRole('link', { name: 'Pay at the test bank' }).click(),
  )
  await bank.getByRole('button', { name: 'Pay' }).click()
  await expect(bank.getByRole('heading', { name: 'Paid', exact: true })).toBeVisible()
  await bank.close()
  await widget.button('Check status').click()
  await widget.outcome(/^You received/)
  await expect(widget.root.getByText('Transfer arrived')).toBeVisible()
  await expect
    .poll(() => shop.statuses(shop.requestId()))
    .toEqual(['payin_pending', 'processing', 'auth_success', 'processing_payout', 'finished'])
})

test('Check status says that nothing has changed, and only until something has', async ({ page }) => {
  const widget = await openAtPayment(page, { payin_group: 'sepa' })
  const unchanged = widget.root.getByText('Checked just now. Nothing has changed.')
  await widget.button('Check status').click()
  await expect(unchanged).toBeVisible()
  const pressed = Promise.withResolvers<void>()
  await page.route(/\/api\/widget\/[^/]+\/status\?/, async (route) => {
    await pressed.promise
    const response = await route.fetch({
      url: route
        .request()
        .url()
        .replace(/\/status\?.*/, ''),
    })
    const view = WidgetView.parse(await response.json())
    const order = view.order && { ...view.order, status: 'auth_success', transfer: null }
    await route.fulfill({ response, json: { changed: { ...view, order } } })
  })
  await widget.button('Check status').click()
  pressed.resolve()
  await widget.outcome('On its way')
  await expect(widget.button('Check status')).toBeEnabled()
  await expect(unchanged).toHaveCount(0)
})

test('received money is shown as soon as the exchange knows of it, on one connection', async ({ page }) => {
  // A buyer who has signed in meanwhile is followed with their session, in place of the connection without it.
  let open = 0
  let most = 0
  page.on('request', (request) => {
    open += Number(request.url().endsWith('/changes'))
    most = Math.max(most, open)
  })
  page.on('requestfailed', (request) => (open -= Number(request.url().endsWith('/changes'))))
  const listening = page.waitForResponse((response) => response.url().endsWith('/changes'))
  await page.clock.install()
  const widget = await openAtPayment(page, { payin_group: 'sepa' })
  await expect(page).toHaveTitle('Waiting for payment')
  const bank = await widget.root.getByRole('link', { name: 'Pay at the test bank' }).getAttribute('href')
  expect((await listening).status()).toBe(200)
  // A page that is told of nothing looks every ten seconds. However slow the machine, they do not pass here.
  await page.clock.pauseAt(Date.now() + 1_000)
  let looks = 0
  page.on('request', (request) => (looks += Number(request.url().includes('/status?'))))
  await page.request.post(bank ?? '')
  const isShown = async () => {
    await page.clock.runFor(20)
    return widget.heading(/^You received/).isVisible()
  }
  await expect.poll(isShown, { intervals: [200] }).toBe(true)
  expect([most, looks]).toEqual([1, 0])
  await expect(page).toHaveTitle(/^You received/)
})

test('a page that was out of sight for ten minutes asks nothing meanwhile, and shows what became of its order within two seconds', async ({
  page,
}) => {
  await page.clock.install()
  const widget = await openAtPayment(page, { payin_group: 'sepa' })
  const bank = await widget.root.getByRole('link', { name: 'Pay at the test bank' }).getAttribute('href')
  await page.clock.pauseAt(Date.now() + 1_000)
  await see(page, false)
  let calls = 0
  page.on('request', (request) => (calls += Number(request.url().includes('/api/widget/'))))
  await page.request.post(bank ?? '')
  const entry = new URL(page.url()).pathname.split('/').pop() ?? ''
  const isPaid = async () => {
    const answer = await page.request.get(`${addresses.exchange}/api/widget/${entry}`)
    return WidgetView.parse(await answer.json()).order_state?.status === 'finished'
  }
  await expect.poll(isPaid).toBe(true)
  await page.clock.runFor(10 * 60_000)
  expect(calls).toBe(0)
  await expect(widget.heading('Waiting for payment')).toBeVisible()

  await see(page, true)
  let sinceMs = 0
  const isShown = async () => {
    await page.clock.runFor(20)
    sinceMs += 20
    return widget.heading(/^You received/).isVisible()
  }
  await expect.poll(isShown, { intervals: [200] }).toBe(true)
  expect(sinceMs).toBeLessThanOrEqual(2_000)
})

/** The page comes into sight or leaves it, as a browser reports it of a tab: this one has no tabs that cover each other. */
async function see(page: Page, isSeen: boolean): Promise<void> {
  await page.evaluate((isSeen) => {
    Object.defineProperty(document, 'hidden', { configurable: true, value: !isSeen })
    Object.defineProperty(document, 'visibilityState', {
      configurable: true,
      value: isSeen ? 'visible' : 'hidden',
    })
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
  }, isSeen)
}

test('a stream that ends with its exchange is opened again by itself, and brings what comes then', async ({
  page,
}) => {
  const line = await lineToExchange()
  try {
    const { requestId, email } = await beginPurchase(freshEmail(), { payin_group: 'sepa' })
    const answered: number[] = []
    const isStream = (url: string) => url.endsWith('/changes')
    page.on('response', (response) => isStream(response.url()) && answered.push(response.status()))
    await page.goto(`${line.url}/w/${requestId}`)
    const widget = new Widget(page)
    await widget.email(email)
    await expect(widget.heading('Waiting for payment')).toBeVisible()
    const bank = await widget.root.getByRole('link', { name: 'Pay at the test bank' }).getAttribute('href')
    await expect.poll(() => answered.length).toBeGreaterThan(0)
    const refused = page.waitForEvent('requestfailed', {
      predicate: (request) =>
        isStream(request.url()) && request.failure()?.errorText === 'net::ERR_CONNECTION_REFUSED',
    })
    await line.cut()
    await refused
    const before = answered.length
    await line.mend()
    await expect.poll(() => answered.slice(before)).toContain(200)
    // From here on only an event can tell.
    await page.route(/\/status\?/, (route) => route.abort())
    await page.request.post(bank ?? '')
    await widget.outcome(/^You received/)
  } finally {
    await line.cut()
  }
})

test('a page that gets no events asks by itself', async ({ page }) => {
  await withoutEvents(page)
  const widget = await openAtPayment(page, { payin_group: 'sepa' })
  const bank = await widget.root.getByRole('link', { name: 'Pay at the test bank' }).getAttribute('href')
  await page.request.post(bank ?? '')
  await expect(widget.heading(/^You received/)).toBeVisible()
})
