import { expect, type Page } from '@playwright/test'
import type { Widget } from './Widget.ts'

/** The sandbox's wallet for the coins that an order waits for, also once the order shows it no longer. */
export async function testWallet(page: Page, widget: Widget) {
  const link = widget.root.getByRole('link', { name: 'Pay from the test wallet' })
  const address = (await link.getAttribute('href')) ?? ''
  return {
    /** Sends coins. @param amount in whole coins; left out: what the order asks for */
    async send(amount?: string): Promise<void> {
      const url = new URL(address)
      if (amount !== undefined) url.searchParams.set('amount', amount)
      const wallet = await page.context().newPage()
      await wallet.goto(url.href)
      await wallet.getByRole('button', { name: 'Send' }).click()
      await expect(wallet.getByRole('heading', { name: 'Sent', exact: true })).toBeVisible()
      await wallet.close()
    },
  }
}
