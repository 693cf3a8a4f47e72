import { contract } from '@cambio/wire/http/contract.ts'
import { expect, type Page } from '@playwright/test'
import { addresses } from './addresses.ts'
import { partner } from './apiOrder.ts'
import { beginPurchase, defaultsOf, type Choice } from './beginPurchase.ts'
import { freshEmail, Widget } from './Widget.ts'

/*
 * The widget on its own page: the same screens as in a shop's page, for a quarter less work. For tests of what the widget
 * does by itself; how it stands in another page, and what that page hears, is tested there.
 */

/** Opens a new request of the shop's: 100 EUR of ether by card, unless the wish says otherwise. */
export async function openWidget(page: Page, wish: Partial<Choice> = {}): Promise<Widget> {
  const { request_id } = await partner.call(contract.partner.createRequest, { body: defaultsOf(wish) })
  await page.goto(`${addresses.exchange}/w/${request_id}`)
  return new Widget(page)
}

/** Comes back to a purchase that was begun elsewhere, as `ShopPage.buyAtPayment` does in the shop's page. */
export async function openAtPayment(page: Page, wish: Partial<Choice> = {}): Promise<Widget> {
  const { requestId, email } = await beginPurchase(freshEmail(), wish)
  await page.goto(`${addresses.exchange}/w/${requestId}`)
  const widget = new Widget(page)
  await widget.email(email)
  await expect(widget.heading(/^(Payment|Waiting for payment|Something is needed from you)$/)).toBeVisible()
  return widget
}
