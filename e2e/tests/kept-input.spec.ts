import type { Step } from '@cambio/wire/widget/Frame.ts'
import { openWidget } from '../src/ownPage.ts'
import { expect, test } from '../src/test.ts'
import { jane, wallet, type Widget } from '../src/Widget.ts'

test('a reload keeps everything typed at every step, and the step of the mailed code, where the page may store', async ({
  page,
}) => {
  const widget = await openWidget(page)
  await widget.field('You pay').fill('93')
  await expect(widget.field('You get')).not.toHaveValue('')
  await page.reload()
  await expect(widget.field('You pay')).toHaveValue(/^93/)
  await widget.next()
  await widget.field('Wallet address').fill(wallet)
  await page.reload()
  await expect(widget.field('Wallet address')).toHaveValue(wallet)
  await widget.next()
  await widget.field('E-mail').fill('kept@example.com')
  await page.reload()
  await expect(widget.field('E-mail')).toHaveValue('kept@example.com')
  await widget.next()
  await expect(widget.field('Code')).toBeVisible()
  await page.reload()
  await expect(widget.field('Code')).toHaveValue('')
  await widget.button('Send a new code').click()
  await widget.code()
  await widget.field('First name').fill(jane['First name'])
  await widget.born(jane['Date of birth'])
  await widget.field('City').fill(jane.City)
  await page.reload()
  await expect(widget.field('First name')).toHaveValue(jane['First name'])
  await expect(widget.field('Year')).toHaveValue('1990')
  await expect(widget.field('City')).toHaveValue(jane.City)
  const kept = await page.evaluate(() => JSON.stringify(window.sessionStorage))
  expect(kept).toContain(jane.City)
  expect(kept).not.toMatch(/\D\d{6}\D/)
})

test('Back, the browser’s or the widget’s, goes one step back, leaves the shop’s page only from the first step, and loses nothing that was typed, even without storage', async ({
  shop,
  page,
}) => {
  const widget = await shop.buy()
  await widget.amount('93')
  await widget.address()
  await expect(widget.field('E-mail')).toBeVisible()
  await hasEntry(widget, 'you')
  await page.evaluate(() => history.back())
  await expect(widget.field('Wallet address')).toHaveValue(wallet)
  await page.evaluate(() => history.back())
  await expect(widget.field('You pay')).toHaveValue(/^93/)
  await page.evaluate(() => history.forward())
  await expect(widget.field('Wallet address')).toHaveValue(wallet)
  await widget.button('Back').click()
  await expect(widget.field('You pay')).toBeVisible()
  await widget.next()
  await widget.next()
  await widget.email()
  await widget.field('First name').fill(jane['First name'])
  await widget.field('City').fill(jane.City)
  await hasEntry(widget, 'you')
  await page.evaluate(() => history.back())
  await expect(widget.field('Wallet address')).toHaveValue(wallet)
  await widget.button('Back').click()
  await expect(widget.field('You pay')).toHaveValue(/^93/)
  await widget.next()
  await widget.next()
  await expect(widget.field('First name')).toHaveValue(jane['First name'])
  await expect(widget.field('City')).toHaveValue(jane.City)
})

/** Waits for the entry of a step in the history, which is made a moment after the step is shown. */
async function hasEntry({ root }: Widget, step: Step): Promise<void> {
  const entry = () => root.locator('html').evaluate((): { step?: string } | null => history.state)
  await expect.poll(entry).toEqual({ step })
}
