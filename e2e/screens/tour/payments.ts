import { expireChallenge } from '../../src/expireChallenge.ts'
import { expect, test } from '../../src/test.ts'
import { testWallet } from '../../src/testWallet.ts'
import { freshEmail } from '../../src/Widget.ts'
import type { Look } from './Look.ts'
import { resume } from './resume.ts'

/** How an order is paid. */
export function lookAtPayments(look: Look): void {
  test('the card form', async ({ page }) => {
    const widget = await resume(page)
    await expect(widget.cardFrame.number).toBeVisible()
    await look(page, '40-payment')
  })

  test('a saved card', async ({ page }) => {
    const email = freshEmail()
    const first = await resume(page, { payin_amount: '30' }, email)
    await first.cardFrame.pick('Success')
    await first.cardFrame.frame.getByLabel('Save this card for my next purchases').check()
    await first.button(/^Pay \d/).click()
    await first.outcome(/^You received/)
    await page.goto('about:blank')
    const widget = await resume(page, { payin_amount: '30' }, email)
    await expect(widget.cardFrame.frame.getByText('Visa •••• 1111 · 01/38')).toBeVisible()
    await widget.button('Saved devices and cards').click()
    await expect(widget.button(/^Forget Visa/)).toBeVisible()
    await look(page, '42-saved')
  })

  test('a payment that the bank asks about', async ({ page }) => {
    const widget = await resume(page)
    await widget.pay('3-D Secure success')
    await expect(widget.challenge.frame.getByRole('button', { name: 'Approve' })).toBeVisible()
    await look(page, '41-bank')
    await widget.heading('Confirm with your bank').press('Escape')
    await expect(widget.root.getByRole('dialog', { name: 'A payment is under way' })).toBeVisible()
    await look(page, '43-closing')
    await widget.button('Stay').click()
    await widget.challenge.answer('Approve')
    await widget.outcome(/^You received/)
    await look(page, '51-received')
  })

  test('a buyer who cancels at the bank, and one who answers too late', async ({ page }) => {
    const email = freshEmail()
    const widget = await resume(page, {}, email)
    await widget.pay('3-D Secure success')
    await widget.challenge.answer('Cancel')
    await widget.outcome('Payment canceled')
    await look(page, '45-bank-canceled')
    await widget.button('Try again').click()
    await widget.pay('3-D Secure success')
    await expect(widget.challenge.frame.getByRole('button', { name: 'Approve' })).toBeVisible()
    await expireChallenge(email)
    await widget.outcome('Payment declined')
    await look(page, '46-bank-expired')
  })

  test('a payment in coins, of which too few are sent', async ({ page }) => {
    const widget = await resume(page, {
      payin_amount: '0.05',
      payin_currency: 'ETH',
      payin_group: 'crypto',
      payout_currency: 'USDC',
    })
    await expect(widget.root.getByRole('img', { name: /QR/ })).toBeVisible()
    await look(page, '52-coins-awaited')
    const coins = await testWallet(page, widget)
    await coins.send('0.004')
    await expect(widget.root.getByText(/The coins received so far are below the minimum/)).toBeVisible()
    await look(page, '55-coins-too-few')
  })

  test('a payment by transfer', async ({ page }) => {
    const widget = await resume(page, { payin_group: 'sepa' })
    await expect(widget.button('Copy IBAN')).toBeVisible()
    await look(page, '53-transfer-awaited')
  })
}
