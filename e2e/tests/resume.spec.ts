import { knownBuyer } from '../src/beginPurchase.ts'
import { endSession } from '../src/endSession.ts'
import { hold } from '../src/hold.ts'
import { openWidget } from '../src/ownPage.ts'
import type { ShopPage } from '../src/ShopPage.ts'
import { expect, test } from '../src/test.ts'
import { jane, wallet, type Widget } from '../src/Widget.ts'

/** Reloads the partner's page, as a buyer does who thinks that something hangs. */
async function reload(shop: ShopPage): Promise<Widget> {
  await shop.page.reload()
  return shop.widget()
}

test.describe('without third-party storage, the buyer is asked for the e-mail code again', () => {
  test('a reload resumes at every step before the order', async ({ shop }) => {
    let widget = await shop.buy()
    await widget.amount('90')
    await expect(widget.field('Wallet address')).toBeVisible()
    widget = await reload(shop)
    await expect(widget.field('Wallet address')).toBeVisible()
    await widget.address()
    await expect(widget.field('E-mail')).toBeVisible()
    widget = await reload(shop)
    const email = await widget.email()
    // Nobody could say whose the address was, so it is asked again; from here on it is this buyer's.
    await expect(widget.field('Wallet address')).toHaveValue('')
    await widget.address()
    await expect(widget.field('First name')).toBeVisible()
    widget = await reload(shop)
    await widget.email(email)
    await expect(widget.field('First name')).toBeVisible()
    await widget.button('Back').click()
    await expect(widget.field('Wallet address')).toHaveValue(wallet)
    await widget.field('Wallet address').fill('')
    await expect(widget.field('Wallet address')).toHaveValue('')
    await widget.address()
    await widget.payer()
    await expect(widget.button('Pay 90.00 EUR')).toBeVisible()
  })

  test('an order that could not be placed is placed after a reload, to the address given before, and once where its answer is lost', async ({
    shop,
    page,
  }) => {
    let widget = await shop.buy()
    await widget.amount('90')
    await widget.address()
    await page.route('**/api/widget/*/order', (route) => route.abort())
    const email = await widget.email(await knownBuyer())
    await expect(widget.button('Try again')).toBeVisible()
    await page.unrouteAll()
    let sent = 0
    // Made before the page loads: what it asks meanwhile can pass a route that is made then.
    await page.route('**/api/widget/*/order', async (route) => {
      sent += 1
      await route.fetch()
      await route.abort()
    })
    widget = await reload(shop)
    await widget.email(email)
    await expect(widget.button('Pay 90.00 EUR')).toBeEnabled()
    expect(sent).toBe(1)
  })

  // Reloads at the bank and at the end stand in bank-ways.spec.ts.
})

test.describe('with storage, nothing is asked again', () => {
  test.use({ thirdPartyStorage: 'allowed' })

  test('no order is placed for a buyer who went back before its price was there', async ({ page }) => {
    const widget = await openWidget(page)
    await widget.amount()
    await widget.address()
    await widget.email()
    await expect(widget.field('First name')).toBeVisible()
    await page.reload()
    const { held, release } = await hold(page, '**/api/widget/*/quote')
    await widget.payer()
    await expect.poll(() => held.length).toBe(1)
    await widget.button('Back').click()
    release()
    await expect.poll(() => held[0]?.failure()?.errorText).toBe('net::ERR_ABORTED')
    await expect(widget.field('Wallet address')).toHaveValue(wallet)
  })

  // Reloads of the steps before stand in kept-input.spec.ts.
  test('a reload resumes at the card, at the bank and at the end, and pays once', async ({ shop }) => {
    let { widget } = await shop.buyAtPayment()
    await expect(widget.cardFrame.number).toBeVisible()
    widget = await reload(shop)
    await widget.pay('3-D Secure success')
    await expect(widget.heading('Confirm with your bank')).toBeVisible()
    widget = await reload(shop)
    await widget.challenge.answer('Approve')
    await widget.outcome(/^You received/)
    widget = await reload(shop)
    await widget.outcome(/^You received/)
    await expect(widget.root.getByText(/^0x[0-9a-f]{64}$/)).toBeVisible()
    await expect
      .poll(() => shop.statuses(shop.requestId()))
      .toEqual(['payin_pending', 'processing', 'auth_success', 'processing_payout', 'finished'])
  })
})

test('a session that ends midway asks for the code again, and the buyer goes on from there', async ({
  page,
}) => {
  const widget = await openWidget(page)
  await widget.amount('90')
  await widget.address()
  const email = await widget.email()
  await endSession(page, '**/api/widget/*/payer')
  await widget.payer()
  await expect(widget.root.getByText('confirm your e-mail again')).toBeVisible()
  await expect(widget.field('E-mail')).toHaveValue(email)
  await widget.next()
  await widget.code()
  // None of the details has to be typed again.
  await expect(widget.field('First name')).toHaveValue(jane['First name'])
  await widget.next()
  await expect(widget.button('Pay 90.00 EUR')).toBeVisible()
})
