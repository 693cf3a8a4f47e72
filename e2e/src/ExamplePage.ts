import { expect, type Locator, type Page } from '@playwright/test'
import { addresses } from './addresses.ts'
import { Widget } from './Widget.ts'

/** How long a press may take to open the widget before the button is pressed again, milliseconds. */
const OPENS_WITHIN_MS = 10_000
/** How long a page may take until its script hears a press, milliseconds. */
const HEARS_WITHIN_MS = 120_000

/** The page of one of the guide's examples. */
export class ExamplePage {
  readonly page: Page
  readonly errors: string[] = []

  constructor(page: Page) {
    this.page = page
    page.on('pageerror', ({ message }) => this.errors.push(message))
    page.on('console', (message) => {
      // A browser asks every page for an icon by itself.
      if (message.type() === 'error' && !message.location().url.endsWith('/favicon.ico'))
        this.errors.push(message.text())
    })
  }

  /** A page that its server renders with the widget in it has none. */
  get button(): Locator {
    return this.page.getByRole('button', { name: 'Buy', exact: true })
  }

  get frame(): Locator {
    return this.page.locator(`iframe[src^="${addresses.exchange}/w/"]`)
  }

  /**
   * Opens the page, and the widget with its button where it has one. A page that its server renders shows the button
   * before its script hears a press.
   */
  async open(url: string): Promise<Widget> {
    await this.page.goto(url)
    await expect(async () => {
      if ((await this.button.count()) > 0) await this.button.click()
      await expect(this.frame).toHaveCount(1, { timeout: OPENS_WITHIN_MS })
    }).toPass({ timeout: HEARS_WITHIN_MS })
    return new Widget(this.frame.contentFrame())
  }

  /** Has the page open a new request. */
  async openAgain(): Promise<void> {
    if ((await this.button.count()) > 0) await this.button.click()
    else await this.page.reload()
  }
}
