import type { Page } from '@playwright/test'
import { addresses } from '../src/addresses.ts'
import { createOrder } from '../src/apiOrder.ts'
import { beginPurchase, type Choice } from '../src/beginPurchase.ts'
import { ShopPage } from '../src/ShopPage.ts'
import { expect, test } from '../src/test.ts'
import { freshEmail, Widget } from '../src/Widget.ts'
import { keepHandle } from './dress.ts'

/** Looks at a screen and leaves it as it was. */
export type Look = (page: Page, name: string) => Promise<void>

/** Tests that lead to every screen of the widget and have each looked at. */
export function tour(look: Look): void {
  test.use({ viewport: { width: 1_000, height: 900 } })

  test.beforeEach(async ({ page }) => keepHandle(page))

  test('the questions of a purchase', async ({ shop, page }) => {
    const widget = await shop.buy({ mode: 'modal' })
    await expect(widget.button('Continue')).toBeEnabled()
    await look(page, '10-amount')
    await widget.root.getByText(/^1 ETH ≈ /).click()
    await expect(widget.root.getByText('Service fee')).toBeVisible()
    await look(page, '11-amount-lines')
    await widget.root.getByText(/^1 ETH ≈ /).click()
    await widget.button('Currency you get').click()
    await expect(widget.root.getByRole('option', { name: 'USDT on Tron', exact: true })).toBeVisible()
    await look(page, '12-currencies')
    await widget.root.getByRole('dialog').getByLabel('Search').press('Escape')
    await widget.field('You pay').fill('400')
    await expect(widget.root.getByText('This purchase needs an identity check')).toBeVisible()
    await look(page, '13-amount-limit')
    await widget.field('You pay').fill('1')
    await expect(widget.button('Use minimum')).toBeVisible()
    await look(page, '14-amount-low')
    await widget.amount('100')
    await expect(widget.field('Wallet address')).toBeVisible()
    await look(page, '20-address')
    await widget.address('0x12')
    await expect(widget.field('Wallet address')).toHaveAttribute('aria-invalid', 'true')
    await look(page, '21-address-wrong')
    await widget.address()
    await expect(widget.field('E-mail')).toBeVisible()
    await look(page, '30-email')
    await widget.field('E-mail').fill(freshEmail())
    await widget.next()
    await expect(widget.field('Code')).toBeVisible()
    await look(page, '31-code')
    await widget.code()
    await expect(widget.field('First name')).toBeVisible()
    await look(page, '32-details')
    await widget.next()
    await expect(widget.field('First name')).toHaveAttribute('aria-invalid', 'true')
    await look(page, '33-details-wrong')
    await widget.button('Country').click()
    await expect(widget.root.getByRole('option', { name: 'Germany' })).toBeVisible()
    await look(page, '34-countries')
  })

  // Each from an order of its own, whose price does not end while what stands before it is looked at.
  test('the card form', async ({ page }) => {
    const widget = await resume(page)
    await expect(widget.cardFrame.number).toBeVisible()
    await look(page, '40-payment')
  })

  test('a declined card', async ({ page }) => {
    const widget = await resume(page)
    await widget.pay('Declined')
    await widget.outcome('Payment declined')
    await look(page, '50-declined')
  })

  test('a payment that the bank asks about', async ({ page }) => {
    const widget = await resume(page)
    await widget.pay('3-D Secure success')
    await expect(widget.challenge.frame.getByRole('button', { name: 'Approve' })).toBeVisible()
    await look(page, '41-bank')
    await widget.challenge.answer('Approve')
    await widget.outcome(/^You received/)
    await look(page, '51-received')
  })

  test('a payment in coins', async ({ page }) => {
    const widget = await resume(page, {
      payin_amount: '0.05',
      payin_currency: 'ETH',
      payin_group: 'crypto',
      payout_currency: 'USDC',
    })
    await expect(widget.root.getByRole('img', { name: /QR/ })).toBeVisible()
    await look(page, '52-coins-awaited')
  })

  test('a payment by transfer', async ({ page }) => {
    const widget = await resume(page, { payin_group: 'sepa' })
    await expect(widget.button('Copy IBAN')).toBeVisible()
    await look(page, '53-transfer-awaited')
  })

  test('an order over the limit', async ({ page }) => {
    const widget = await resume(page, { payin_amount: '400' })
    await widget.outcome('Something is needed from you')
    await look(page, '54-needed')
  })

  test('an order’s own page, and a link that leads nowhere', async ({ page }) => {
    const order = await createOrder(freshEmail())
    await page.goto(order.redirect)
    const widget = new Widget(page)
    await expect(widget.field('E-mail')).toBeVisible()
    await look(page, '60-order-page')
    await page.goto(`${addresses.exchange}/w/${'x'.repeat(24)}`)
    await look(page, '61-unknown-link')
  })
}

/** A purchase that stands before its payment, in a dialog over the shop. */
async function resume(page: Page, wish: Partial<Choice> = {}): Promise<Widget> {
  const { requestId, email } = await beginPurchase(freshEmail(), wish)
  await page.goto(`${addresses.shop}/#${new URLSearchParams({ request: requestId, mode: 'modal' })}`)
  const widget = await new ShopPage(page).widget()
  await widget.email(email)
  return widget
}
