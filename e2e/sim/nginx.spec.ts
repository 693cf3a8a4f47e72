import { nginxBefore } from '@cambio/deploy/src/nginxBefore.ts'
import { addresses } from '../src/addresses.ts'
import { beginPurchase } from '../src/beginPurchase.ts'
import { expect, test } from '../src/test.ts'
import { freshEmail, Widget } from '../src/Widget.ts'

/* The product's own nginx file between a page and its exchange. */

test.use({ ignoreHTTPSErrors: true })

test('a page behind nginx learns from events alone that its money was received', async ({ page }) => {
  const nginx = await nginxBefore(new URL(addresses.exchange).host)
  try {
    const { requestId, email } = await beginPurchase(freshEmail(), { payin_group: 'sepa' })
    await page.goto(`https://127.0.0.1:${nginx.port}/w/${requestId}`)
    const widget = new Widget(page)
    const listening = page.waitForResponse((response) => response.url().endsWith('/changes'))
    await widget.email(email)
    await widget.outcome('Waiting for payment')
    expect((await listening).status()).toBe(200)
    const bank = await widget.root.getByRole('link', { name: 'Pay at the test bank' }).getAttribute('href')
    await page.route(/\/status\?/, (route) => route.abort())
    await page.request.post(bank ?? '')
    await widget.outcome(/^You received/)
  } finally {
    await nginx.stop()
  }
})
