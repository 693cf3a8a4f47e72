import { contract } from '@cambio/wire/http/contract.ts'
import { addresses } from '../src/addresses.ts'
import { partner } from '../src/apiOrder.ts'
import { expect, test } from '../src/test.ts'

const walletsInTab = 'Pay with Apple Pay or Google Pay in a new tab'

const paid = ['payin_pending', 'processing', 'auth_success', 'processing_payout', 'finished']

test.describe('with everything that moves', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } })

  test('a good card buys coins, and the shop receives every step by a signed callback', async ({
    shop,
    page,
  }) => {
    const widget = await shop.buy()
    await widget.untilCard()
    await widget.pay('Success')
    await widget.outcome(/^You received/)
    await expect(widget.root.getByText('You paid', { exact: true })).toBeVisible()
    const transaction = widget.root.getByRole('link', { name: /^0x[0-9a-f]{64}$/ })
    await expect(transaction).toHaveAttribute('href', /\/sandbox\/tx\/0x[0-9a-f]{64}$/)
    await expect.poll(() => shop.statuses(shop.requestId())).toEqual(paid)
    await expect(shop.entries(shop.requestId()).getByText('signature verified')).toHaveCount(paid.length)
    await expect(page.locator('#asked')).toContainText(`"request_id": "${shop.requestId()}"`)
    await expect(page.locator('#asked')).toContainText(/api-signature: [\w+/]{86}/)
    await shop.lookBehind()
    await expect(page.locator('#callbacks li:visible')).toHaveCount(paid.length)
    await expect(page.locator('#callbacks li[data-own]')).toHaveCount(paid.length)
    await expect(page.locator('#wallet')).toContainText(/\d\.\d+\s*ETH/)
    // Other tests buy in this shop, too: any purchase is shown in words, with amounts that fit a phone.
    await expect(page.locator('#activity li').first()).toContainText(
      /^\d+(\.\d{2,8})? [A-Z\d]+ for \d+(\.\d{2,8})? [A-Z\d]+\s*[A-Z][a-z ]+$/,
    )
  })
})

test('wallets in the card form: a closed sheet charges nothing, the bank’s no declines, and another wallet buys', async ({
  shop,
  page,
}) => {
  // A page that gives its frames no permission to open a wallet of the browser. The sandbox's wallets are none of it.
  await page.addInitScript(() => {
    Object.defineProperty(HTMLIFrameElement.prototype, 'allow', { value: '', writable: true })
  })
  const { widget } = await shop.buyAtPayment()
  await expect(widget.root.getByRole('link', { name: walletsInTab })).toHaveAttribute(
    'href',
    `${addresses.exchange}/w/${shop.requestId()}`,
  )
  await widget.cardFrame.payWith('Google Pay', 'Cancel')
  await expect(widget.cardFrame.frame.getByRole('button', { name: 'Google Pay' })).toBeFocused()
  await widget.cardFrame.payWith('Google Pay', '3-D Secure success')
  await widget.challenge.answer('Decline')
  await widget.outcome('Payment declined')
  await widget.button('Try again').click()
  await widget.cardFrame.payWith('Apple Pay', 'Success')
  await widget.outcome(/^You received/)
  await expect(widget.root.getByRole('definition').getByText(/^Apple Pay · [\d*]+$/)).toBeVisible()
  expect(await widget.history()).toContainEqual(expect.stringMatching(/^Google Pay · Card ending \d{4} not /))
  await expect.poll(() => shop.statuses(shop.requestId())).toEqual(paid)
})

test('a cancel and two declines end the order, each called what it is, and nothing is sent', async ({
  shop,
}) => {
  const { widget } = await shop.buyAtPayment()
  await expect(widget.cardFrame.number).toBeVisible()
  await expect(widget.root.getByRole('link', { name: walletsInTab })).toHaveCount(0)
  await widget.pay('3-D Secure success')
  await widget.challenge.answer('Cancel')
  await widget.outcome('Payment canceled')
  await expect(widget.root.getByText('You canceled at your bank. No money has moved.')).toBeVisible()
  await expect(widget.root.getByText(/declined|3-D Secure/i)).toHaveCount(0)
  const sameOrOther = 'Pay again and confirm it with your bank, or try another card.'
  await expect(widget.root.getByText(sameOrOther)).toBeVisible()
  await expect(widget.root.getByText('You have 2 tries left.')).toBeVisible()
  await widget.button('Try again').click()
  await widget.pay('3-D Secure declined')
  await widget.challenge.answer('Approve')
  await widget.outcome('Payment declined')
  await expect(widget.root.getByText('You have one try left.')).toBeVisible()
  await widget.button('Try again').click()
  await widget.pay('Declined')
  await widget.outcome('Payment declined')
  await expect(widget.button('Try another card')).toHaveCount(0)
  await expect.poll(() => shop.statuses(shop.requestId())).toEqual(['payin_pending', 'processing', 'error'])
})

test('a hold that cannot be captured is released, and no coin leaves', async ({ shop }) => {
  const { widget } = await shop.buyAtPayment()
  await widget.pay('Capture fails')
  await widget.outcome('Refunded')
  await expect(widget.root.getByRole('definition').getByText(/^100\.00\sEUR for 0\.\d+\sETH$/)).toBeVisible()
  // The bar draws an arrow between the two amounts, and says a word.
  await expect(widget.root.locator('body')).toMatchAriaSnapshot(
    '- paragraph: /^100\\.00.EUR for 0\\.\\d+.ETH$/',
  )
  await expect(widget.root.getByText('You get', { exact: true })).toHaveCount(0)
  const statuses = ['payin_pending', 'processing', 'auth_success', 'refunded']
  await expect.poll(() => shop.statuses(shop.requestId())).toEqual(statuses)
  await expect(widget.root.getByText(/^0x[0-9a-f]{64}$/)).toHaveCount(0)
})

test('a card that is sent to its bank’s own page pays there', async ({ shop }) => {
  const { widget } = await shop.buyAtPayment()
  await widget.pay('Redirect success')
  await expect(widget.heading('Confirm with your bank')).toBeVisible()
  await widget.challenge.answer('Approve')
  await widget.outcome(/^You received/)
})

test('a callback that the exchange did not sign is shown as refused, and one about no order as what it is', async ({
  shop,
  page,
}) => {
  await shop.open()
  const forged = { type: 'client_order', version: 2, client_order: { status: 'finished' } }
  const answer = await page.request.post(`${page.url()}callbacks`, {
    data: forged,
    headers: { 'API-Signature': 'c2lnbmVkIGJ5IG5vYm9keQ==' },
  })
  expect(answer.status()).toBe(401)
  await expect(page.locator('#callbacks li.refused')).not.toHaveCount(0)
  await partner.call(contract.partnerAccount.testEndpoint, { params: { endpoint_id: 'main' } })
  const tested = page.locator('#callbacks li.verified strong', { hasText: /^test$/ })
  await expect(tested.first()).toBeAttached()
  await expect(page.locator('main')).not.toContainText('undefined')
})

test('callbacks are listed anew after the shop’s page lost its connection to the shop', async ({
  shop,
  page,
}) => {
  const heard = [{ is: 'refused', why: 'heard before', at: new Date().toISOString() }]
  const seen = Promise.withResolvers<void>()
  let lines = 0
  // The line ends with its first message, and the browser opens it again by itself.
  await page.route('**/events', async (route) => {
    lines += 1
    if (lines === 1)
      return route.fulfill({ contentType: 'text/event-stream', body: `data: ${JSON.stringify(heard)}\n\n` })
    await seen.promise
    return route.continue()
  })
  await shop.open()
  await shop.lookBehind()
  const before = page.locator('#callbacks li', { hasText: 'heard before' })
  await expect(before).toBeVisible()
  seen.resolve()
  await expect(before).toHaveCount(0)
})
