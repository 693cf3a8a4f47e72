import { addAuthenticator } from '../../src/addAuthenticator.ts'
import { expect, test } from '../../src/test.ts'
import { freshEmail, wallet } from '../../src/Widget.ts'
import type { Look } from './Look.ts'

/** How a buyer is known without a mailed code. */
export function lookAtSignIns(look: Look): void {
  test('a passkey that is offered', async ({ shop, page }) => {
    await addAuthenticator(page)
    const widget = await shop.buy({ mode: 'modal' })
    await widget.untilCard({ pay: '100' })
    await expect(widget.button('Add a passkey')).toBeVisible()
    await expect(widget.cardFrame.number).toBeVisible()
    await look(page, '44-passkey-offer')
  })

  test.describe('where the frame may store', () => {
    test.use({ thirdPartyStorage: 'allowed' })

    test('a remembered device', async ({ shop, page }) => {
      let widget = await shop.buy({ mode: 'modal' })
      await widget.amount('100')
      await widget.address()
      await widget.field('E-mail').fill(freshEmail())
      await widget.next()
      await expect(widget.root.getByLabel(/^Remember me/)).toBeVisible()
      await look(page, '36-remember')
      await widget.root.getByLabel(/^Remember me/).check()
      await widget.code()
      await widget.payer()
      await widget.pay('Success')
      await widget.outcome(/^You received/)
      await page.goto('about:blank')
      widget = await shop.buy({ mode: 'modal' })
      await widget.amount('100')
      await expect(widget.field('Wallet address')).toHaveValue(wallet)
      await look(page, '22-device')
    })
  })
}
