import { contract } from '@cambio/wire/http/contract.ts'
import type { Page } from '@playwright/test'
import { partner } from '../src/apiOrder.ts'
import { expect, test } from '../src/test.ts'
import { freshEmail, wallet, Widget } from '../src/Widget.ts'

test.use({ viewport: { width: 360, height: 740 } })

test('on a phone the shop’s Buy brings the widget into sight', async ({ shop }) => {
  const widget = await shop.buy()
  await expect(widget.field('You pay')).toBeInViewport()
  await expect(widget.heading('Buy crypto')).toBeInViewport()
})

test.describe('with a finger', () => {
  test.use({ hasTouch: true, isMobile: true })

  test('the widget has the whole screen, focuses each step’s first field, and the page behind it does not scroll', async ({
    shop,
    page,
  }) => {
    const widget = await shop.buy()
    await expect(widget.button('Continue')).toBeEnabled()
    expect(await shop.frame.boundingBox()).toEqual({ x: 0, y: 0, width: 360, height: 740 })
    await expect(page.locator('html')).toHaveCSS('overflow', 'hidden')
    await widget.amount()
    await expect(widget.field('Wallet address')).toBeFocused()
    await widget.address()
    await expect(widget.field('E-mail')).toBeFocused()
    await widget.field('E-mail').fill(freshEmail())
    await widget.next()
    await expect(widget.field('Code')).toBeFocused()
    await widget.code()
    await expect(widget.field('First name')).toBeFocused()
    await page.getByRole('button', { name: 'Close' }).click()
    await expect(shop.frame).toHaveCount(0)
    await expect(page.locator('html')).toHaveCSS('overflow', 'visible')
  })
})

test.describe('in German', () => {
  test.use({ locale: 'de-DE' })

  test('an order in coins is paid on a phone, and coins that arrive after the pay-out are refunded', async ({
    page,
  }) => {
    const order = await open(page, { payin_currency: 'ETH', payin_group: 'crypto', payin_amount: '0.5' })
    const details = order.root.getByRole('region', { name: 'Mit Coins zahlen' })
    await expect(details.getByText('0,5 ETH')).toBeVisible()
    await expect(details.getByText(/^0x[0-9a-fA-F]{40}$/)).toBeVisible()
    await expect(details.getByRole('timer')).toHaveText(/innerhalb von 1[45]:\d\d/)
    await expect(details.getByRole('button', { name: 'Adresse kopieren' })).toBeVisible()
    expect(await widthBeyond(order)).toBe(0)
    const facts = order.root.getByRole('definition').filter({ hasText: wallet })
    expect(await facts.evaluate(shortOfRightEdge)).toBe(0)

    const link = details.getByRole('link', { name: 'Aus der Test-Wallet zahlen' })
    const href = (await link.getAttribute('href')) ?? ''
    await send(page, href)
    await expect(order.heading(/^Sie haben .* erhalten$/)).toBeVisible()
    await send(page, href)
    const form = order.root.getByRole('form', { name: 'Wohin sollen wir Ihre Coins zurücksenden?' })
    await expect(order.heading('Wir brauchen noch etwas von Ihnen')).toBeVisible()
    await expect(form).toContainText('im Netzwerk Ethereum an, die ETH empfangen kann')
    await expect(form).toContainText('Die Netzwerkgebühr wird vom Betrag abgezogen.')
    await expect(form).toContainText('Bevor Sie ihn eingeben, senden wir nichts zurück.')
    await form.getByLabel('Wallet-Adresse').fill('0x12')
    await form.getByRole('button', { name: 'Code per E-Mail senden' }).click()
    await form.getByLabel('Code').fill(await codeIn(order))
    await form.getByRole('button', { name: 'Meine Coins zurücksenden' }).click()
    await expect(form.getByText('Diese Adresse ist unvollständig oder zu lang')).toBeVisible()
    await form.getByLabel('Wallet-Adresse').fill(wallet)
    expect(await widthBeyond(order)).toBe(0)
    await form.getByRole('button', { name: 'Meine Coins zurücksenden' }).click()
    await expect(order.root.getByText('auf dem Rückweg').first()).toBeVisible()
  })

  test('a transfer is described in full on a phone, its amount as a German bank writes it', async ({
    page,
    context,
  }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const order = await open(page, { payin_currency: 'EUR', payin_group: 'sepa', payin_amount: '100.00' })
    const details = order.root.getByRole('region', { name: 'Überweisung' })
    await expect(details.getByText('DE89370400440532013000')).toBeVisible()
    await expect(details.getByText('100,00 EUR')).toBeVisible()
    await expect(details.getByText('Verwendungszweck', { exact: true })).toBeVisible()
    expect(await widthBeyond(order)).toBe(0)
    await details.getByRole('button', { name: 'Betrag kopieren' }).click()
    await expect(details.getByText('Kopiert', { exact: true })).toBeVisible()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('100,00')
  })
})

type Payin = {
  readonly payin_currency: string
  readonly payin_group: 'crypto' | 'sepa'
  readonly payin_amount: string
}

/** The page of an order that a partner's backend made, with its buyer's session open. */
async function open(page: Page, payin: Payin): Promise<Widget> {
  const email = freshEmail()
  const made = await partner.call(contract.partner.createOrder, {
    body: {
      ...payin,
      partner_order_id: `phone-${email.replace(/\W/g, '-')}`,
      payout_currency: payin.payin_currency === 'EUR' ? 'ETH' : 'USDC',
      dst_address: wallet,
      client_email: email,
      client_ip: '203.0.113.7',
      remote_country: 'DE',
    },
  })
  if (!('redirect' in made)) throw new Error('An order that is paid from outside has a page')
  await page.goto(made.redirect)
  const order = new Widget(page)
  await order.field('E-Mail').fill(email)
  await order.button('Weiter').click()
  await order.field('Code').fill(await codeIn(order))
  await order.button('Weiter').click()
  return order
}

/** The code that the sandbox shows in place of a mail. */
async function codeIn({ root }: Widget): Promise<string> {
  const shown = await root.getByText(/Der Code wäre \d{6}/).textContent()
  return /\d{6}/.exec(shown ?? '')?.[0] ?? ''
}

/** Sends from the sandbox's wallet what its address says. */
async function send(page: Page, href: string): Promise<void> {
  const beside = await page.context().newPage()
  await beside.goto(href)
  await beside.getByRole('button', { name: 'Senden' }).click()
  await expect(beside.getByRole('heading', { name: 'Gesendet', exact: true })).toBeVisible()
  await beside.close()
}

/** How many pixels lie between the right edge of what a list says and the text in it, where that goes farthest. */
function shortOfRightEdge(said: Element): number {
  const groups = [...said.querySelectorAll('span > span')].map((group) => group.getBoundingClientRect().right)
  return Math.round(said.getBoundingClientRect().right - Math.max(...groups))
}

/** How many pixels of the page are beyond its right edge. */
async function widthBeyond({ root }: Widget): Promise<number> {
  return root.locator('html').evaluate((html) => html.scrollWidth - html.clientWidth)
}
