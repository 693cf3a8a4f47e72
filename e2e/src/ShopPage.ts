import { expect, type Locator, type Page } from '@playwright/test'
import { addresses } from './addresses.ts'
import { beginPurchase, type Choice, type Fixed } from './beginPurchase.ts'
import { freshEmail, Widget } from './Widget.ts'

/** What the buyer chooses in the shop; everything has the shop's own default. */
export type Wish = {
  readonly amount?: string
  readonly payin?: string
  readonly by?: 'card' | 'sepa' | 'crypto'
  readonly coin?: string
  readonly address?: string
  readonly settled?: 'default' | 'fixed'
  readonly mode?: 'inline' | 'modal'
}

/** The partner's page. */
export class ShopPage {
  readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  async open(): Promise<void> {
    await this.page.goto(addresses.shop)
  }

  /** Presses Buy and hands over the widget that opens. */
  async buy(wish: Wish = {}): Promise<Widget> {
    await this.open()
    if (Object.keys(wish).length > 0) await this.choose(wish)
    await this.page.getByRole('button', { name: 'Buy' }).click()
    return this.widget()
  }

  /** Chooses in the drawer what the shop asks for. */
  private async choose(wish: Wish): Promise<void> {
    const { page } = this
    await this.lookBehind()
    if (wish.amount !== undefined) await page.getByLabel('Amount', { exact: true }).fill(wish.amount)
    if (wish.payin !== undefined) await page.getByLabel('Paid in').selectOption(wish.payin)
    if (wish.by !== undefined) await page.getByLabel('Paid by').selectOption(wish.by)
    if (wish.coin !== undefined) await page.getByLabel('Coin').selectOption(wish.coin)
    if (wish.address !== undefined) await page.getByLabel('Wallet address').fill(wish.address)
    if (wish.settled === 'fixed') await page.getByLabel('The shop has fixed them').check()
    if (wish.mode === 'inline') await page.getByLabel('In the page').check()
    if (wish.mode === 'modal') await page.getByLabel('In a dialog').check()
    await this.behind.getByRole('button', { name: 'Close' }).click()
  }

  /** The drawer that shows what happens behind the page. */
  get behind(): Locator {
    return this.page.getByRole('dialog', { name: 'Behind this page' })
  }

  async lookBehind(): Promise<void> {
    await this.page.getByRole('button', { name: 'Look behind' }).click()
    await expect(this.behind).toBeVisible()
  }

  /**
   * Comes back to a purchase that was begun elsewhere, in the page or in a dialog, and confirms the e-mail: the payment
   * is next, or what is needed before it. For tests of what comes after; the steps before it are walked by tests of
   * their own.
   */
  async buyAtPayment(
    wish: Partial<Choice> = {},
    fixed: Fixed = {},
    mode: 'inline' | 'modal' = 'inline',
  ): Promise<{ widget: Widget; email: string }> {
    const { requestId, email } = await beginPurchase(freshEmail(), wish, fixed)
    await this.page.goto(`${addresses.shop}/#${new URLSearchParams({ request: requestId, mode })}`)
    const widget = await this.widget()
    await widget.email(email)
    await expect(widget.heading(/^(Payment|Waiting for payment|Something is needed from you)$/)).toBeVisible()
    return { widget, email }
  }

  /** The widget that is open in this page. */
  async widget(): Promise<Widget> {
    await expect(this.frame).toBeAttached()
    return new Widget(this.frame.contentFrame())
  }

  /** The element that holds the widget. */
  get frame(): Locator {
    return this.page.locator(`iframe[src^="${addresses.exchange}/w/"]`)
  }

  /** The request that the widget has open, which is the order's id too where the shop gave none. */
  requestId(): string {
    return new URLSearchParams(new URL(this.page.url()).hash.slice(1)).get('request') ?? ''
  }

  /** Statuses of callbacks about an order, oldest first, as the shop shows them. */
  async statuses(orderId: string): Promise<string[]> {
    const shown = await this.entries(orderId).locator('strong').allTextContents()
    return shown.toReversed()
  }

  entries(orderId: string): Locator {
    return this.page.locator(`#callbacks li[data-order="${orderId}"]`)
  }
}
