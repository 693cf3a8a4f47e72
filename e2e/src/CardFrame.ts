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

  /** Types a card with its expiry as four digits. */
  async type(number: string, expiry: string, code = '123'): Promise<void> {
    await this.number.fill(number)
    await this.frame.getByLabel('Expiry date').fill(expiry)
    await this.frame.getByLabel('Security code').fill(code)
  }
}
