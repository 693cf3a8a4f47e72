import { WidgetView } from '@cambio/wire/widget/Widget.ts'
import type { APIResponse, Page, Request, Route } from '@playwright/test'
import { openAtPayment } from '../src/ownPage.ts'
import { refuse } from '../src/refuse.ts'
import { expect, test } from '../src/test.ts'
import { withoutEvents } from '../src/withoutEvents.ts'

const charges = '**/api/widget/*/charge'
const view = /\/api\/widget\/[^/]+(?:\/status\?.*)?$/

/** The service away for looks at the order, until `back`. */
async function awayForLooks(page: Page): Promise<{ back: () => Promise<void> }> {
  await page.route(view, (route) => route.abort())
  return { back: () => page.unroute(view) }
}

test('a payment that was never sent is shown as not made, and one made behind a failing answer is found', async ({
  shop,
  page,
}) => {
  await withoutEvents(page)
  const { widget } = await shop.buyAtPayment()
  const checking = widget.root.getByText('We are checking whether it went through')
  let looks = await awayForLooks(page)
  await page.route(charges, (route) => route.abort(), { times: 1 })
  const look = page.waitForRequest((request) => view.test(request.url()))
  await widget.pay('Success')
  await look
  await expect(checking).toBeVisible()
  await expect(widget.button(/^Pay \d/)).toBeDisabled()
  await looks.back()
  await expect(
    widget.root.getByText('Your payment did not reach us, and you have not been charged.'),
  ).toBeVisible()

  looks = await awayForLooks(page)
  await page.route(charges, async (route) => {
    await route.fetch()
    await refuse(route, { status: 503, code: 'unavailable' })
  })
  await widget.button(/^Pay \d/).click()
  await expect(checking).toBeVisible()
  await expect(widget.root.getByText('No money has moved')).toHaveCount(0)
  await expect(widget.button(/^Pay \d/)).toBeDisabled()
  await looks.back()
  await widget.outcome(/^You received/)
  await expect
    .poll(() => shop.statuses(shop.requestId()))
    .toEqual(['payin_pending', 'processing', 'auth_success', 'processing_payout', 'finished'])
})

test('a card is not charged again before the buyer has seen the new price', async ({ page }) => {
  const widget = await openAtPayment(page)
  const pay = widget.button(/^Pay \d/)
  await widget.cardFrame.pick('Success')
  for (const [code, words] of [
    ['quote_expired', 'The price has expired. Check the new one. No money has moved.'],
    ['coupon_invalid', 'The coupon is used up or in use for another order. You have not been charged.'],
  ] as const) {
    const looks = await awayForLooks(page)
    const slow = Promise.withResolvers<Route>()
    let sent = 0
    await page.route(charges, async (route) => {
      sent += 1
      await page.route(view, slow.resolve, { times: 1 })
      await refuse(route, { status: 409, code })
    })
    await pay.click()
    const look = await slow.promise
    await expect(pay).toBeDisabled()
    await pay.press('Enter')
    await expect(widget.root.getByText('You have not been charged. We are loading')).toBeVisible()

    // A look that fails is no look: the page goes on asking.
    const next = page.waitForRequest(view)
    await look.abort()
    await next
    await expect(pay).toBeDisabled()
    expect(sent).toBe(1)

    await looks.back()
    await page.unroute(charges)
    await expect(widget.root.getByText(words)).toBeVisible()
    await expect(pay).toBeEnabled()
  }
  await pay.click()
  await widget.outcome(/^You received/)
})

test('another card, after one whose request was lost, gets a new form and is the one that pays', async ({
  shop,
  page,
}) => {
  const { widget } = await shop.buyAtPayment()
  await page.route(
    '**/fields/sessions/*/card',
    async (route) => {
      await route.fetch()
      await route.abort()
    },
    { times: 1 },
  )
  await widget.pay('Success')
  await expect(widget.cardFrame.frame.getByText(/^We could not send your card details/)).toBeVisible()
  const looks = await awayForLooks(page)
  await widget.pay('3-D Secure success')
  await expect(widget.root.getByText('You have already submitted card details.')).toBeVisible()
  await expect(widget.button(/^Pay \d/)).toBeDisabled()
  await looks.back()
  await expect(
    widget.root.getByText(
      'The card form contained another card, so we opened a new one. You have not been charged.',
    ),
  ).toBeVisible()
  await widget.pay('3-D Secure success')
  await widget.challenge.answer('Approve')
  await widget.outcome(/^You received/)
})

test('answers to charges that are late or lost do not interrupt the next card', async ({ page }) => {
  await withoutEvents(page)
  const widget = await openAtPayment(page)
  const arrivals = [
    (route: Route, response: APIResponse) => route.fulfill({ response }),
    (route: Route) => route.abort(),
  ]
  for (const arrive of arrivals) {
    const atNextCard = Promise.withResolvers<void>()
    await page.route(
      charges,
      async (route) => {
        const response = await route.fetch()
        await atNextCard.promise
        await arrive(route, response)
      },
      { times: 1 },
    )
    // However it ends: on a slow machine the widget may have given it up by then.
    const isCharge = (request: Request) => request.url().endsWith('/charge')
    const ended = Promise.race([
      page.waitForEvent('requestfinished', isCharge),
      page.waitForEvent('requestfailed', isCharge),
    ])
    await widget.pay('Declined')
    // A look at the order tells it first.
    await widget.outcome('Payment declined')
    await widget.button('Try another card').click()
    await widget.cardFrame.pick('Success')
    const looked = page.waitForResponse(view)
    atNextCard.resolve()
    await ended
    await looked
    await expect(widget.button(/^Pay \d/)).toBeEnabled()
  }
  await widget.button(/^Pay \d/).click()
  await widget.outcome(/^You received/)
})

test('the decline of a second card is shown where a look has told first that it is being checked', async ({
  page,
}) => {
  await withoutEvents(page)
  const widget = await openAtPayment(page)
  await widget.pay('Declined')
  await widget.outcome('Payment declined')
  await widget.button('Try another card').click()

  const isChecked = Promise.withResolvers<void>()
  await page.route(charges, async (route) => {
    const response = await route.fetch()
    await isChecked.promise
    await route.fulfill({ response })
  })
  await page.route(view, async (route) => {
    const url = route.request().url()
    const response = await route.fetch({ url: url.replace(/\/status\?.*/, '') })
    const now = WidgetView.parse(await response.json())
    // An earlier state has another version.
    const seen = { ...now, version: `before-${now.version}` }
    const { order } = seen
    if (order?.attempt?.number === 2) order.attempt.state = 'checking'
    await route.fulfill({ response, json: url.includes('/status?') ? { changed: seen } : seen })
  })
  await widget.pay('Declined')
  await expect(widget.root.getByText('We are checking your payment.')).toBeVisible()
  await page.unroute(view)
  isChecked.resolve()
  await widget.outcome('Payment declined')
  await expect(widget.root.getByText('You have one try left.')).toBeVisible()
})

test('a buyer who pressed Pay in a card form that never loaded pays by the form that replaces it', async ({
  page,
}) => {
  const forms = '**/fields/frame/*'
  await page.route(forms, (route) => route.abort())
  const widget = await openAtPayment(page)
  await widget.button(/^Pay \d/).click()
  await expect(widget.root.getByText('The card form is not responding. No money has moved.')).toBeVisible()
  await page.unroute(forms)
  await widget.button('Try again').click()
  await widget.pay('Success')
  await widget.outcome(/^You received/)
})
