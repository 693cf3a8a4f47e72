import { expect, test } from '../../src/test.ts'
import { freshEmail } from '../../src/Widget.ts'
import type { Look } from './Look.ts'

/** Everything that is asked before an order is placed. */
export function lookAtQuestions(look: Look): void {
  test('the amount, and what it is chosen from', async ({ shop, page }) => {
    const widget = await shop.buy({ mode: 'modal' })
    await expect(widget.button('Continue')).toBeEnabled()
    await look(page, '10-amount')
    await widget.root.getByText(/^1\sETH ≈ /).click()
    await expect(widget.root.getByText('Service fee')).toBeVisible()
    await look(page, '11-amount-lines')
    await widget.root.getByText(/^1\sETH ≈ /).click()
    await widget.button('Currency you get').click()
    await expect(widget.root.getByRole('option', { name: 'USDT on Tron', exact: true })).toBeVisible()
    await look(page, '12-currencies')
    await widget.root.getByRole('dialog').getByLabel('Search').press('Escape')
    await widget.button('Pay with').click()
    await expect(widget.root.getByRole('option', { name: 'Card' })).toBeVisible()
    await look(page, '15-means')
    await page.keyboard.press('Escape')
    await widget.field('You pay').fill('400')
    await expect(widget.root.getByText('This purchase needs an identity check')).toBeVisible()
    await look(page, '13-amount-limit')
    await widget.field('You pay').fill('1')
    await expect(widget.button('Use minimum')).toBeVisible()
    await look(page, '14-amount-low')
  })

  test('the address and the e-mail', async ({ shop, page }) => {
    const widget = await shop.buy({ mode: 'modal' })
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
  })

  test('the buyer’s details', async ({ shop, page }) => {
    const widget = await shop.buy({ mode: 'modal' })
    await widget.amount('100')
    await widget.address()
    await widget.email()
    await expect(widget.field('First name')).toBeVisible()
    await look(page, '32-details')
    await widget.next()
    await expect(widget.field('First name')).toHaveAttribute('aria-invalid', 'true')
    await look(page, '33-details-wrong')
    await widget.button('Country').click()
    await expect(widget.root.getByRole('option', { name: 'Germany' })).toBeVisible()
    await look(page, '34-countries')
  })
}
