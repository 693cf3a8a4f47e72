import type { Page } from '@playwright/test'
import { addresses } from '../../src/addresses.ts'
import { beginPurchase, type Choice } from '../../src/beginPurchase.ts'
import { ShopPage } from '../../src/ShopPage.ts'
import { freshEmail, type Widget } from '../../src/Widget.ts'

/**
 * A purchase that stands before its payment, in a dialog over the shop. Each screen has one of its own, whose price does not
 * end while the screens before it are looked at.
 */
export async function resume(
  page: Page,
  wish: Partial<Choice> = {},
  email: string = freshEmail(),
): Promise<Widget> {
  const { requestId } = await beginPurchase(email, wish)
  await page.goto(`${addresses.shop}/#${new URLSearchParams({ request: requestId, mode: 'modal' })}`)
  const widget = await new ShopPage(page).widget()
  await widget.email(email)
  return widget
}
