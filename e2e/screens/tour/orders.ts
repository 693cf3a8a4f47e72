import { contract } from '@cambio/wire/http/contract.ts'
import { addresses } from '../../src/addresses.ts'
import { createOrder, partner } from '../../src/apiOrder.ts'
import { bendView } from '../../src/bendView.ts'
import { createCouponOfOneEach, loseDiscount } from '../../src/loseDiscount.ts'
import { runCommand } from '../../src/runCommand.ts'
import { expect, test } from '../../src/test.ts'
import { testWallet } from '../../src/testWallet.ts'
import { freshEmail, Widget } from '../../src/Widget.ts'
import type { Look } from './Look.ts'
import { resume } from './resume.ts'

/** What became of an order. */
export function lookAtOrders(look: Look): void {
  test('a declined card', async ({ page }) => {
    const widget = await resume(page)
    await widget.pay('Declined')
    await widget.outcome('Payment declined')
    await look(page, '50-declined')
  })

  test('an order over the limit', async ({ page }) => {
    const widget = await resume(page, { payin_amount: '400' })
    await widget.outcome('Something is needed from you')
    await look(page, '54-needed')
  })

  test('coins that arrive for an order that has ended', async ({ page }) => {
    const widget = await resume(page, {
      payin_amount: '0.05',
      payin_currency: 'ETH',
      payin_group: 'crypto',
      payout_currency: 'USDC',
    })
    const coins = await testWallet(page, widget)
    await coins.send()
    await widget.outcome(/^You received/)
    await coins.send()
    await expect(
      widget.root.getByRole('form', { name: 'Where should we send your coins back?' }),
    ).toBeVisible()
    await look(page, '56-coins-owed')
  })

  test('a new price, and the money back', async ({ page }) => {
    const widget = await loseDiscount(page, await createCouponOfOneEach())
    await expect(widget.root.getByRole('region', { name: 'New price to accept' })).toBeVisible()
    await look(page, '57-new-price')
    await widget.button('Refund').click()
    await widget.outcome('Refunded')
    await look(page, '58-refunded')
  })

  test('an order’s own page, and one that was canceled', async ({ page }) => {
    const order = await createOrder(freshEmail())
    await page.goto(order.redirect)
    const widget = new Widget(page)
    await expect(widget.field('E-mail')).toBeVisible()
    await look(page, '60-order-page')
    await runCommand('order', 'cancel', order.client_order_id, '--reason', 'The buyer asked for it')
    await page.goto(order.redirect)
    await widget.outcome('Canceled')
    await look(page, '62-canceled')
  })

  test('a link that leads nowhere, and one that has expired', async ({ page }) => {
    await page.goto(`${addresses.exchange}/w/${'x'.repeat(24)}`)
    await look(page, '61-unknown-link')
    const { request_id } = await partner.call(contract.partner.createRequest, { body: {} })
    await bendView(page, (view) => ({ ...view, state: 'expired' }))
    await page.goto(`${addresses.exchange}/w/${request_id}`)
    await expect(new Widget(page).heading('This link has expired')).toBeVisible()
    await look(page, '63-expired-link')
  })
}
