import { createHash } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { Page } from '@playwright/test'
import { accessibilityFaults } from '../src/accessibilityFaults.ts'
import { addresses } from '../src/addresses.ts'
import { expect, test } from '../src/test.ts'

/*
 * The sandbox's bank in a real browser that runs no script: a merchant's SALE, the page the buyer is sent to, the
 * decision, and the way back, at two of the sizes in which banks are shown.
 */

const paymentUrl = addresses.cards
const clientKey = '11111111-1111-4111-8111-111111111111'
const password = 'sandbox-merchant-password'
const email = 'buyer@example.com'
const digits = '4111111111111111'
const firstAndLast = digits.slice(0, 6) + digits.slice(-4)

type Answer = { status: string }
type Sale = Answer & {
  trans_id: string
  redirect_url: string
  redirect_method: 'GET' | 'POST'
  redirect_params: Record<string, string>
}

let shop: { server: Server; origin: string }

test.use({ javaScriptEnabled: false })

test.beforeAll(async () => {
  shop = await startShop()
})

test.afterAll(async () => {
  shop.server.closeAllConnections()
  await new Promise((resolve) => shop.server.close(resolve))
})

const ways = [
  { card: '3-D Secure success', expiry: '05/2038', button: 'Approve', ends: ['PENDING', 'SETTLED'] },
  { card: '3-D Secure success', expiry: '05/2038', button: 'Decline', ends: ['DECLINED'] },
  { card: '3-D Secure success', expiry: '05/2038', button: 'Cancel', ends: ['DECLINED'] },
  { card: '3-D Secure declined', expiry: '06/2038', button: 'Approve', ends: ['DECLINED'] },
  { card: 'Redirect success', expiry: '12/2038', button: 'Approve', ends: ['PENDING', 'SETTLED'] },
  { card: 'Redirect success', expiry: '12/2038', button: 'Cancel', ends: ['DECLINED'] },
  { card: 'Redirect declined', expiry: '12/2039', button: 'Approve', ends: ['DECLINED'] },
] as const

test('each way to the bank and each answer there leads back to the shop', async ({ page }) => {
  for (const { card, expiry, button, ends } of ways)
    await test.step(`${card}: ${button}`, async () => {
      const sale = await sell(expiry)
      await launch(page, sale)
      await expect(page.getByText('100.00 EUR')).toBeVisible()
      await page.getByRole('button', { name: button }).click()
      await page.getByRole('link', { name: 'Continue to the shop' }).click()
      await expect(page.getByRole('heading', { name: 'Back in the shop' })).toBeVisible()
      expect(ends).toContain(await statusOf(sale.trans_id))
    })
})

test('a buyer who decides again in another tab changes nothing', async ({ page, context }) => {
  const sale = await sell('05/2038')
  const other = await context.newPage()
  await launch(page, sale)
  await launch(other, sale)
  await page.getByRole('button', { name: 'Decline' }).click()
  await other.getByRole('button', { name: 'Approve' }).click()
  await other.getByRole('link', { name: 'Continue to the shop' }).click()
  expect(await statusOf(sale.trans_id)).toBe('DECLINED')

  await launch(page, sale)
  await expect(page.getByRole('heading', { name: 'This check is over' })).toBeVisible()
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('link', { name: 'Continue to the shop' }).click()
  await expect(page.getByRole('heading', { name: 'Back in the shop' })).toBeVisible()
})

test.describe('looked at', () => {
  // For the tool that looks; the pages have none.
  test.use({ javaScriptEnabled: true })

  test('the page fits a bank’s narrowest window and a whole one, without accessibility faults in light and dark', async ({
    page,
  }) => {
    const sale = await sell('05/2038')
    for (const [width, height, colorScheme] of [
      [250, 400, 'light'],
      [1280, 800, 'dark'],
    ] as const) {
      await page.setViewportSize({ width, height })
      await page.emulateMedia({ colorScheme })
      await launch(page, sale)
      expect(await accessibilityFaults(page)).toEqual([])
      const approve = await page.getByRole('button', { name: 'Approve' }).boundingBox()
      expect(approve?.height).toBeGreaterThanOrEqual(44)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    }
  })
})

/** Sends the buyer on as the platform asked, passing what it gave as it came. */
async function launch(page: Page, sale: Sale): Promise<void> {
  if (sale.redirect_method === 'GET') {
    await page.goto(sale.redirect_url)
    return
  }
  const inputs = Object.entries(sale.redirect_params).map(
    ([name, value]) => `<input type="hidden" name="${name}" value="${value}">`,
  )
  // On a page of the shop's, since the one before may forbid forms.
  await page.goto(shop.origin)
  await page.setContent(
    `<form method="post" action="${sale.redirect_url}">${inputs.join('')}<button>To the bank</button></form>`,
  )
  await page.getByRole('button', { name: 'To the bank' }).click()
}

async function sell(expiry: string): Promise<Sale> {
  const [month = '', year = ''] = expiry.split('/')
  return post<Sale>({
    action: 'SALE',
    order_id: crypto.randomUUID(),
    order_amount: '100.00',
    order_currency: 'EUR',
    order_description: 'CID:1',
    card_number: digits,
    card_exp_month: month,
    card_exp_year: year,
    card_cvv2: '123',
    payer_first_name: 'Ada',
    payer_last_name: 'Lovelace',
    payer_birth_date: '1990-12-10',
    payer_address: '1 Main Street',
    payer_country: 'GB',
    payer_state: 'London',
    payer_city: 'London',
    payer_zip: 'N1 9GU',
    payer_email: email,
    payer_phone: '442071234567',
    payer_ip: '203.0.113.7',
    term_url_3ds: `${shop.origin}/paystatus/${clientKey}/1/`,
    hash: hash(reverse(email) + password + reverse(firstAndLast)),
  })
}

async function statusOf(transId: string): Promise<string> {
  const { status } = await post<Answer>({
    action: 'GET_TRANS_STATUS',
    trans_id: transId,
    hash: hash(reverse(email) + password + transId + reverse(firstAndLast)),
  })
  return status
}

async function post<A>(fields: Record<string, string>): Promise<A> {
  const body = new URLSearchParams({ client_key: clientKey, ...fields })
  const answer = await fetch(`${paymentUrl}/post`, { method: 'POST', body })
  return answer.json()
}

function hash(text: string): string {
  return createHash('md5').update(text.toUpperCase()).digest('hex')
}

function reverse(text: string): string {
  return Array.from(text).toReversed().join('')
}

async function startShop(): Promise<{ server: Server; origin: string }> {
  const server = createServer((request, response) => {
    response.setHeader('Content-Type', 'text/html; charset=utf-8')
    response.end('<!doctype html><html lang="en"><title>Shop</title><h1>Back in the shop</h1></html>')
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('A TCP server has no TCP address.')
  return { server, origin: `http://127.0.0.1:${address.port}` }
}
