import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createPartner, type Partner } from '@cambio/partner/client.ts'
import type { Locator, Page } from '@playwright/test'
import { accessibilityFaults } from '../src/accessibilityFaults.ts'
import { addAuthenticator } from '../src/addAuthenticator.ts'
import { addresses } from '../src/addresses.ts'
import { sendOrder } from '../src/apiOrder.ts'
import { isWhole } from '../src/oneIn.ts'
import { runCommand } from '../src/runCommand.ts'
import { expect, test } from '../src/test.ts'
import { freshEmail } from '../src/Widget.ts'

/*
 * A partner's contact signs in by a mailed link, moves where callbacks go, sees one, has it sent again and makes a new
 * secret. Partner, contact and receiver are these tests' own: nothing of other tests' orders is sent there.
 */

// Each test waits for its own link while no other asks for one.
test.describe.configure({ mode: 'default' })

type Heard = { readonly path: string; readonly headers: IncomingHttpHeaders; readonly body: string }
let server: Server
let receiver: string
let partner: Partner
const contact = freshEmail()
const heard: Heard[] = []

test.beforeAll(async () => {
  const made = await runCommand('partner', 'create', '--name', `Books of ${contact}`, '--json')
  const { api_key: apiKey, secret }: { api_key: string; secret: string } = JSON.parse(made)
  await runCommand('partner', 'update', apiKey, '--contact', contact)
  partner = createPartner({ baseUrl: addresses.exchange, apiKey, secret })
  server = createServer((request, response) => {
    const parts: string[] = []
    request.on('data', (part) => parts.push(String(part)))
    request.on('end', () => {
      heard.push({ path: request.url ?? '', headers: request.headers, body: parts.join('') })
      response.end('taken, thanks')
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  receiver = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
test.afterAll(() => void server.close())

/** The links that were mailed to the contact, newest first. */
async function mailedLinks(page: Page): Promise<string[]> {
  const outbox = await (await page.request.get(`${addresses.exchange}/sandbox/outbox`)).text()
  const mails = outbox.split('<article>').filter((mail) => mail.includes(contact))
  return mails.flatMap((mail) => /http[^\s<]+\/partner\/sign-in\/[^\s<]+/.exec(mail)?.[0] ?? [])
}

/** Signs in by a link that is mailed for it. */
async function signIn(page: Page): Promise<void> {
  const before = await mailedLinks(page)
  await page.goto(`${addresses.exchange}/partner`)
  await page.getByLabel('E-mail').fill(contact)
  await page.getByRole('button', { name: 'Mail me a link' }).click()
  await expect(page.getByRole('heading', { name: 'Check your e-mail' })).toBeVisible()
  await expect.poll(async () => (await mailedLinks(page)).length).toBe(before.length + 1)
  const [link = ''] = await mailedLinks(page)
  await page.goto(link)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('heading', { name: 'Callbacks' })).toBeVisible()
}

/** Whether nothing sticks out of the window at either side. */
async function expectInside(main: Locator): Promise<void> {
  expect(await main.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
}

test('a partner signs in by a mailed link, moves its callbacks, sees one, has it sent again and makes a new secret', async ({
  page,
}) => {
  await signIn(page)
  await page.getByLabel('Address').fill(`${receiver}/first`)
  await page.getByLabel('Note').fill('Books')
  await page.getByRole('button', { name: 'Add endpoint' }).click()
  await expect(page.getByText('Copy it now')).toBeVisible()
  await page.getByRole('link', { name: 'Continue' }).click()
  const endpointUrl = page.url()

  await page.getByLabel('Address').fill(`${receiver}/moved`)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('status')).toContainText('Saved')
  await page.getByRole('button', { name: 'Send a test' }).click()
  await expect(page.getByRole('status')).toContainText('accepted the test with status 200')

  const { client_order_id: orderId } = await sendOrder(partner, freshEmail())
  const ofOrder = () => heard.filter(({ body }) => body.includes(orderId))
  await expect.poll(() => ofOrder().length).toBeGreaterThanOrEqual(2)
  expect(new Set(ofOrder().map(({ path }) => path))).toEqual(new Set(['/moved']))

  await page.goto(endpointUrl)
  await page.getByRole('link', { name: `client_order.payin_pending of ${orderId}` }).click()
  await expect(async () => {
    await page.reload()
    expect(await page.getByText('Status 200').count()).toBeGreaterThan(0)
  }).toPass()
  await expect(page.getByText('taken, thanks').first()).toBeVisible()
  const shown = await page.getByLabel('Body').textContent()
  const id = ofOrder().find(({ body }) => body === shown)?.headers['webhook-id']
  expect(id).toBeDefined()
  const repeats = () => heard.filter(({ headers }) => headers['webhook-id'] === id)
  const before = repeats().length
  await page.getByRole('button', { name: 'Resend' }).click()
  await expect(page.getByRole('status')).toContainText('sent again')
  await expect.poll(() => repeats().length).toBeGreaterThan(before)

  await page.getByRole('link', { name: 'Back to the endpoint' }).click()
  await page.getByRole('button', { name: 'Make a new secret' }).click()
  await expect(page.getByRole('heading', { name: 'New secret' })).toBeVisible()
  await page.getByRole('link', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'Send a test' }).click()
  await expect(page.getByRole('status')).toContainText('accepted the test with status 200')
  const tested = heard.filter(({ body }) => JSON.parse(body).type === 'test')
  expect(tested.map(({ headers }) => String(headers['webhook-signature']).split(' ').length)).toEqual([1, 2])

  await page.getByRole('button', { name: 'Remove endpoint' }).click()
  await expect(page.getByRole('status')).toContainText('removed')
})

test('a partner sets the theme and the logo of its widget, and removes the logo', async ({ page }) => {
  await signIn(page)
  await page.getByRole('link', { name: 'Appearance' }).click()
  await page.getByLabel('Theme of the widget').fill('{"tokens":{"accent":"#ffd400"}}')
  await page.getByRole('button', { name: 'Save theme' }).click()
  await expect(page.getByText('accent (light) from #ffd400')).toBeVisible()

  const form = page.locator('form').filter({ has: page.getByLabel('Logo', { exact: true }) })
  const file = (svg: string) => ({ name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(svg) })
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="80" height="20"><path d="M0 0h80v20z"/></svg>'
  await form.getByLabel('Logo', { exact: true }).setInputFiles(file(svg.replace('<path', '<script/><path')))
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('alert')).toContainText('the element script')
  await form.getByLabel('Logo', { exact: true }).setInputFiles(file(svg))
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('status')).toContainText('Saved')
  await form.getByLabel('Logo', { exact: true }).setInputFiles(file(svg + '<!--x-->'.repeat(9_000)))
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('a logo has at most 45 kB; nothing was changed')).toBeVisible()
  await page.goBack()
  const image = page.getByAltText('Logo, as it is now')
  await expect(image).toBeVisible()
  expect(
    await image.evaluate((shown: HTMLImageElement) => shown.decode().then(() => shown.naturalWidth)),
  ).toBe(80)
  await form.getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByRole('status')).toContainText('Saved')
  await expect(image).toHaveCount(0)
})

test('a contact adds a passkey, signs in by it without a mail, and removes it', async ({ page }) => {
  await addAuthenticator(page)
  await signIn(page)
  await page.getByRole('link', { name: 'Passkeys' }).click()
  await page.getByLabel('Name').fill('Key of the test')
  await page.getByRole('button', { name: 'Add passkey' }).click()
  await expect(page.getByRole('status')).toContainText('The passkey was added')
  await page.getByRole('button', { name: 'Add passkey' }).click()
  await expect(page.getByRole('alert')).toContainText('has a passkey for you already')

  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(page.getByRole('heading', { name: 'Callbacks' })).toBeVisible()
  await page.getByRole('link', { name: 'Passkeys' }).click()
  await page.getByRole('button', { name: 'Remove Key of the test' }).click()

  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(page.getByRole('alert')).toContainText('did not sign you in')
  await signIn(page)
})

test("the partner's page is clean for assistive tools and fits a phone, in light and in dark colours", async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(`${addresses.exchange}/partner`)
  expect(await accessibilityFaults(page)).toEqual([])
  await signIn(page)
  const names = ['Main endpoint', 'Balances', 'Requests', 'Appearance', 'Settings', 'Passkeys']
  for (const [index, name] of names.entries()) {
    await page.emulateMedia({ colorScheme: index % 4 < 2 ? 'light' : 'dark' })
    await expectInside(page.locator('main'))
    if (isWhole || index % 2 === 0) expect([name, await accessibilityFaults(page)]).toEqual([name, []])
    await page.getByRole('link', { name }).click()
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  }
  expect(await accessibilityFaults(page)).toEqual([])
  await page.setViewportSize({ width: 1280, height: 800 })
  await expectInside(page.locator('main'))
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByRole('button', { name: 'Mail me a link' })).toBeVisible()
})
