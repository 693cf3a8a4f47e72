import { randomUUID } from 'node:crypto'
import { expect, type FrameLocator, type Locator, type Page } from '@playwright/test'
import { CardFrame, type TestCard } from './CardFrame.ts'
import { Challenge } from './Challenge.ts'

export type Payer = Readonly<Record<keyof typeof jane, string>>

/** A buyer's details, complete. */
export const jane = {
  'First name': 'Jane',
  'Last name': 'Doe',
  'Date of birth': '1990-02-28',
  Country: 'DE',
  'State or region': 'Berlin',
  City: 'Berlin',
  Address: 'Unter den Linden 1',
  'Postal code': '10117',
  Phone: '+49 30 1234567',
} as const

/** An address that every test may pay to. */
export const wallet = '0x52908400098527886E0F7030069857D2E4169EE7'

/** The buyer's widget, in a frame of a partner's page or on the order page. */
export class Widget {
  readonly root: FrameLocator | Page

  constructor(root: FrameLocator | Page) {
    this.root = root
  }

  get cardFrame(): CardFrame {
    return new CardFrame(this.root.locator('iframe[title="Card details"]'))
  }

  get challenge(): Challenge {
    return new Challenge(this.root.locator('iframe[title="Your bank’s confirmation page"]'))
  }

  heading(name: string | RegExp): Locator {
    return this.root.getByRole('heading', { name, level: 1 })
  }

  field(name: string): Locator {
    return this.root.getByLabel(name, { exact: true })
  }

  button(name: string | RegExp): Locator {
    return this.root.getByRole('button', { name, exact: typeof name === 'string' })
  }

  /** Goes on from the amount, as it stands or with another one. */
  async amount(pay?: string): Promise<void> {
    if (pay !== undefined) await this.field('You pay').fill(pay)
    await this.next()
  }

  async address(address: string = wallet): Promise<void> {
    await this.field('Wallet address').fill(address)
    await this.next()
  }

  /** Confirms an e-mail with the code that the sandbox shows. */
  async email(email: string = freshEmail()): Promise<string> {
    await this.field('E-mail').fill(email)
    await this.next()
    await this.code()
    return email
  }

  async code(): Promise<void> {
    await this.field('Code').fill(await this.shownCode())
    await this.next()
  }

  /** The code that the sandbox shows in place of a mail. */
  async shownCode(): Promise<string> {
    const shown = await this.root.getByText(/The code would be \d{6}/).textContent()
    return /\d{6}/.exec(shown ?? '')?.[0] ?? ''
  }

  async payer(payer: Payer = jane): Promise<void> {
    for (const [label, value] of Object.entries(payer)) {
      if (label === 'Country') await this.search(label, value)
      else if (label === 'Date of birth') await this.born(value)
      else await this.field(label).fill(value)
    }
    await this.next()
  }

  /** Types a date such as `1990-02-28` into its three fields. */
  async born(date: string): Promise<void> {
    const group = this.root.getByRole('group', { name: 'Date of birth' })
    const [year = '', month = '', day = ''] = date.split('-')
    await group.getByLabel('Day').fill(day)
    await group.getByLabel('Month').fill(month)
    await group.getByLabel('Year').fill(year)
  }

  /** Chooses what is called so from the list that a button opens. */
  async choose(button: string, option: string): Promise<void> {
    await this.button(button).click()
    const list = this.root.getByRole('dialog', { name: button })
    await list.getByRole('option', { name: option, exact: true }).click()
    await expect(list).toHaveCount(0)
  }

  /** Finds something by a word in the list that a button opens, and takes it. */
  async search(button: string, word: string, field = 'Search'): Promise<void> {
    await this.button(button).click()
    const list = this.root.getByRole('dialog', { name: button })
    await list.getByLabel(field, { exact: true }).fill(word)
    // The list may still be on its way.
    await expect(list.getByRole('option').first()).toBeVisible()
    await list.getByLabel(field, { exact: true }).press('Enter')
    await expect(list).toHaveCount(0)
  }

  /** Everything before the card, for a purchase with defaults. */
  async untilCard(input: { pay?: string; email?: string } = {}): Promise<string> {
    await this.amount(input.pay)
    await this.address()
    const email = await this.email(input.email)
    await this.payer()
    return email
  }

  /** Picks one of the sandbox's cards and pays with it. */
  async pay(card: TestCard): Promise<void> {
    await this.cardFrame.pick(card)
    await this.button(/^Pay \d/).click()
  }

  async next(): Promise<void> {
    await this.button('Continue').click()
  }

  /** Waits for the status page to name an outcome. */
  async outcome(name: string | RegExp): Promise<void> {
    await expect(this.heading(name)).toBeVisible()
  }

  /** The statuses of the history, oldest first. */
  async history(): Promise<string[]> {
    const entries = this.root.getByRole('list', { name: 'History' }).getByRole('listitem')
    return entries.allTextContents()
  }
}

/** An address that no other buyer has. Of counted digits some would read as a card number, which is refused. */
export function freshEmail(): string {
  return `buyer-${randomUUID()}@example.com`
}
