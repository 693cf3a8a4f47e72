import { expect, type FrameLocator, type Locator } from '@playwright/test'

/** The sandbox's cards by what becomes of a payment with them. */
export type TestCard =
  | 'Success'
  | 'Declined'
  | 'Capture fails'
  | '3-D Secure success'
  | '3-D Secure declined'
  | 'Redirect success'
  | 'Redirect declined'

/** The card platform's form in the widget. */
export class CardFrame {
  readonly frame: FrameLocator

  constructor(iframe: Locator) {
    this.frame = iframe.contentFrame()
  }

  get number(): Locator {
    return this.frame.getByLabel('Card number')
  }

  async pick(card: TestCard): Promise<void> {
    const button = this.frame.getByRole('button', { name: card, exact: true })
    await button.click()
    await expect(button).toHaveAttribute('aria-pressed', 'true')
  }

  /** Opens a wallet's sheet, which the sandbox plays, and approves with the card of that outcome there. */
  async payWith(wallet: 'Apple Pay' | 'Google Pay', card: TestCard | 'Cancel'): Promise<void> {
    await this.frame.getByRole('button', { name: wallet, exact: true }).click()
    const sheet = this.frame.locator(`iframe[title="${wallet}"]`).contentFrame()
    await sheet.getByRole('button', { name: card, exact: true }).click()
  }

  /** Types a card with its expiry as four digits. */
  async type(number: string, expiry: string, code = '123'): Promise<void> {
    await this.number.fill(number)
    await this.frame.getByLabel('Expiry date').fill(expiry)
    await this.frame.getByLabel('Security code').fill(code)
  }
}
