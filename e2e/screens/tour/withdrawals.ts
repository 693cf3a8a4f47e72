import { contract } from '@cambio/wire/http/contract.ts'
import { addresses } from '../../src/addresses.ts'
import { partner } from '../../src/apiOrder.ts'
import { clientWithEther } from '../../src/clientWithEther.ts'
import { ShopPage } from '../../src/ShopPage.ts'
import { expect, test } from '../../src/test.ts'
import { withdrawalCode } from '../../src/withdrawalCode.ts'
import type { Look } from './Look.ts'

/** How a buyer takes coins out of a balance. */
export function lookAtWithdrawals(look: Look): void {
  test('a withdrawal', async ({ page }) => {
    const email = await clientWithEther(page)
    const { request_id } = await partner.call(contract.partner.createRequest, {
      body: { payin_currency: 'ETH', payin_group: 'balance', payout_currency: 'ETH', payout_group: 'crypto' },
    })
    await page.goto(`${addresses.shop}/#${new URLSearchParams({ request: request_id, mode: 'modal' })}`)
    const widget = await new ShopPage(page).widget()
    await widget.email(email)
    await widget.field('From your balance').fill('0.02')
    await expect(widget.button('Continue')).toBeEnabled()
    await look(page, '70-withdrawal')
    await widget.address()
    await expect(widget.field('Code')).toBeVisible()
    await look(page, '71-withdrawal-code')
    await widget.field('Code').fill(await withdrawalCode(widget, page))
    await widget.next()
    await widget.outcome(/^You received/)
    await look(page, '72-withdrawn')
  })
}
