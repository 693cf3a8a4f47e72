import { endSession } from '../../src/endSession.ts'
import { expect, test } from '../../src/test.ts'
import { dress } from '../dress.ts'
import type { Look } from './Look.ts'

/** What is shown when something is in the buyer's way. */
export function lookAtTroubles(look: Look): void {
  test('no connection', async ({ shop, page }) => {
    const widget = await shop.buy({ mode: 'modal' })
    await widget.amount()
    await expect(widget.field('Wallet address')).toBeVisible()
    // What is said in a language is fetched once.
    for (const language of ['ar', 'en'] as const) await dress(page, { language, scheme: 'light' })
    await page.context().setOffline(true)
    await expect(widget.root.getByText(/^You are offline/)).toBeVisible()
    await look(page, '80-offline')
    await page.context().setOffline(false)
  })

  test('a session that has ended', async ({ shop, page }) => {
    const widget = await shop.buy({ mode: 'modal' })
    await widget.amount()
    await widget.address()
    await widget.email()
    await endSession(page, '**/api/widget/*/payer')
    await widget.payer()
    await expect(widget.heading('Your e-mail')).toBeVisible()
    await look(page, '81-session-ended')
  })

  test('an order that could not be placed', async ({ shop, page }) => {
    const widget = await shop.buy({ mode: 'modal' })
    await widget.amount()
    await widget.address()
    await widget.email()
    await page.route('**/api/widget/*/order', (route) => route.abort())
    await widget.payer()
    await expect(widget.button('Try again')).toBeVisible()
    await look(page, '82-not-placed')
  })
}
