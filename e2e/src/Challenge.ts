import type { FrameLocator, Locator } from '@playwright/test'

/** The bank's page, in a frame of the exchange's page that leads there and back, in the widget. */
export class Challenge {
  readonly frame: FrameLocator

  constructor(iframe: Locator) {
    this.frame = iframe.contentFrame().frameLocator('iframe[name="bank"]')
  }

  async answer(decision: 'Approve' | 'Decline' | 'Cancel'): Promise<void> {
    await this.frame.getByRole('button', { name: decision }).click()
  }
}
