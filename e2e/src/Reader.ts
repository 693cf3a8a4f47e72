import type { Locator, Page } from '@playwright/test'
import { addresses } from './addresses.ts'

/** Somebody who looks something up in the reference, and whose clicks are counted. */
export class Reader {
  readonly page: Page
  #clicks = 0

  constructor(page: Page) {
    this.page = page
  }

  /** How often the reader has clicked since the start. */
  get clicks(): number {
    return this.#clicks
  }

  /** Begins at the reference's first page. */
  async start(): Promise<void> {
    this.#clicks = 0
    await this.page.goto(`${addresses.exchange}/docs`)
  }

  async click(target: Locator): Promise<void> {
    this.#clicks++
    await target.click()
  }

  /** Opens a page, or a call of this page, by its name at the left. */
  async open(name: string): Promise<void> {
    const menu = this.page.getByRole('navigation', { name: 'Reference' })
    await this.click(menu.getByRole('link', { name, exact: true }))
  }

  /** Searches for words and opens what is found by this title. */
  async search(words: string, title: string): Promise<void> {
    await this.click(this.page.getByRole('combobox', { name: 'Search the reference' }))
    await this.page.keyboard.type(words)
    await this.click(this.page.getByRole('option', { name: title }).first())
  }

  /** The part of a page that has this heading. */
  part(heading: string): Locator {
    const { page } = this
    return page.locator('section', { has: page.getByRole('heading', { name: heading }) }).last()
  }
}
