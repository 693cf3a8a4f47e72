import { createServer, type Server } from 'node:http'
import { signRequest } from '@cambio/wire/partner/signature.ts'
import { marker } from '@cambio/wire/widget/CardFrame.ts'
import { FieldsSession, FieldsSessionState } from '@cambio/wire/widget/FieldsSession.ts'
import type { FrameLocator, Locator, Page } from '@playwright/test'
import { accessibilityFaults } from '../src/accessibilityFaults.ts'
import { addresses } from '../src/addresses.ts'
import { expect, test } from '../src/test.ts'

/*
 * The hosted card fields in a real browser, held by pages of other origins. The card platform of the sandbox is
 * running; each test opens its own session there, as a merchant's server does.
 */

const paymentUrl = addresses.cards
const clientKey = '11111111-1111-4111-8111-111111111111'
const password = 'sandbox-merchant-password'

type Host = { origin: string; show: (markup: string) => void }

let merchant: Host
let shop: Host
let servers: Server[]

test.beforeAll(async () => {
  const [first, second] = [await host('localhost'), await host('127.0.0.1')]
  servers = [first.server, second.server]
  merchant = first
  shop = second
})

test.afterAll(async () => {
  for (const server of servers) {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
})

test('a card typed in the frame reaches the platform, and neither the page above nor a store learns anything of it', async ({
  page,
}) => {
  const broken = brokenPolicies(page)
  const session = await openSession({ ancestors: [merchant.origin] })
  const frame = await hold(page, session)
  await frame.getByLabel('Card number').pressSequentially('4111111111111111')
  // A complete field hands the focus on, so that a buyer types the card in one go.
  await expect(frame.getByLabel('Expiry date')).toBeFocused()
  await page.keyboard.type('0138')
  await expect(frame.getByLabel('Security code')).toBeFocused()
  await page.keyboard.type('123')
  await expect.poll(() => last(page)).toEqual({ kind: 'state', complete: true, brand: 'Visa', invalid: [] })

  await post(page, { kind: 'submit' })
  await expect(frame.getByText('Card details received.')).toBeVisible()
  await expect
    .poll(async () => (await received(page)).filter(({ kind }) => kind === 'done'))
    .toEqual([{ kind: 'done' }])
  const messages = JSON.stringify(await received(page))
  expect(messages).not.toMatch(/4111|38|123/)

  const state = await readSession(session.session_id)
  expect(state).toMatchObject({ state: 'complete', card: '411111******1111', card_brand: 'Visa' })
  expect(state.card_token).toMatch(/^[0-9a-f]{64}$/)
  expect(broken).toEqual([])
  expect(await page.context().cookies(paymentUrl)).toEqual([])
  const reached = await page.evaluate(() => {
    try {
      return document.querySelector('iframe')?.contentWindow?.document.title ?? 'no document'
    } catch (error) {
      return error instanceof DOMException ? error.name : 'another error'
    }
  })
  expect(reached).toBe('SecurityError')
})

test('a page that the session does not name cannot frame the card form', async ({ page }) => {
  const session = await openSession({ ancestors: [shop.origin] })
  const refused = page.waitForEvent('console', (message) => message.text().includes('frame-ancestors'))
  merchant.show(holder(session.url))
  await page.goto(merchant.origin)
  await refused
  expect(await received(page)).toEqual([])
})

test('the frame works under three origins and takes no port from a page further up', async ({ page }) => {
  const session = await openSession({ ancestors: [merchant.origin, shop.origin] })
  merchant.show(holder(session.url, 'patient'))
  shop.show(`<iframe width="100%" height="600" src="${merchant.origin}"></iframe>`)
  await page.goto(shop.origin)
  const frame = page.frameLocator('iframe').frameLocator('iframe')
  await expect(frame.getByLabel('Card number')).toBeVisible()
  const middle = page.frames().find((one) => one.url().startsWith(merchant.origin))
  await expect.poll(() => middle?.evaluate('window.greeted')).toBe(true)

  // While the page right above the frame thinks about its answer, the one above that answers in its place.
  await page.evaluate((channel) => {
    const { port1, port2 } = new MessageChannel()
    port1.addEventListener('message', () => (document.title = 'Stolen'))
    port1.start()
    window.frames[0]?.frames[0]?.postMessage({ channel, kind: 'init' }, '*', [port2])
  }, marker)
  await middle?.evaluate(() => document.dispatchEvent(new Event('answer')))
  await frame.getByRole('button', { name: 'Success', exact: true }).click()
  await middle?.evaluate(() => document.dispatchEvent(new CustomEvent('say', { detail: { kind: 'submit' } })))
  await expect(frame.getByText('Card details received.')).toBeVisible()
  await expect(page).toHaveTitle('Shop')
})

test('the frame keeps the first port that it is given', async ({ page }) => {
  const frame = await hold(page, await openSession({ ancestors: [merchant.origin] }))
  await page.evaluate(
    ({ channel, target }) => {
      const { port1, port2 } = new MessageChannel()
      port1.addEventListener('message', () => (document.title = 'Replaced'))
      port1.start()
      document.querySelector('iframe')?.contentWindow?.postMessage({ channel, kind: 'init' }, target, [port2])
    },
    { channel: marker, target: paymentUrl },
  )
  await frame.getByLabel('Card number').fill('4')
  await expect.poll(() => last(page)).toMatchObject({ brand: 'Visa' })
  await expect(page).toHaveTitle('Shop')
})

test('an error is shown at its field, to everyone, and removed when it is fixed', async ({ page }) => {
  const frame = await hold(page, await openSession({ ancestors: [merchant.origin] }))
  await post(page, { kind: 'submit' })
  const number = frame.getByLabel('Card number')
  await expect(number).toBeFocused()
  await expect(number).toHaveAttribute('aria-invalid', 'true')
  await expect(number).toHaveAccessibleDescription('Enter your card number.')
  await expect(frame.getByLabel('Expiry date')).toHaveAccessibleDescription(/Enter the expiry date\./)
  await expect.poll(() => last(page)).toEqual({ kind: 'failed', code: 'invalid' })

  await number.fill('4111 1111 1111 1112')
  await number.blur()
  await expect(number).toHaveAccessibleDescription('Visa Check the card number: a digit is wrong.')
  // Mended while the buyer is still in the field: a number of this kind may go on, so the focus stays.
  await number.fill('3782-822463-10005')
  await expect(number).toHaveValue('3782 822463 10005')
  await expect(number).toBeFocused()
  await expect(number).toHaveAttribute('aria-invalid', 'false')
  await expect(number).toHaveAccessibleDescription('')
})

test('browsers and password managers find the fields and fill them', async ({ page }) => {
  const frame = await hold(page, await openSession({ ancestors: [merchant.origin] }))
  const fields = { 'Card number': 'cc-number', 'Expiry date': 'cc-exp', 'Security code': 'cc-csc' }
  for (const [label, token] of Object.entries(fields)) {
    await expect(frame.getByLabel(label)).toHaveAttribute('autocomplete', token)
    await expect(frame.getByLabel(label)).toHaveAttribute('inputmode', 'numeric')
  }
  await frame.getByLabel('Expiry date').evaluate((input: HTMLInputElement) => {
    input.value = '05/2038'
    input.dispatchEvent(new Event('input', { bubbles: true }))
  })
  await expect(frame.getByLabel('Expiry date')).toHaveValue('05 / 38')
})

test('language and theme follow the page above while the frame is open', async ({ page }) => {
  const session = await openSession({
    ancestors: [merchant.origin],
    locale: 'de-CH',
    theme: { accent: '#006600' },
  })
  const frame = await hold(page, session)
  await expect(frame.getByLabel('Kartennummer')).toBeVisible()
  await expect(frame.locator('html')).toHaveAttribute('lang', 'de')
  await post(page, { kind: 'submit' })
  await expect(frame.getByText('Geben Sie Ihre Kartennummer ein.')).toBeVisible()
  await post(page, { kind: 'locale', locale: 'en-GB' })
  await expect(frame.getByText('Enter your card number.')).toBeVisible()
  await expect(frame.locator('html')).toHaveAttribute('lang', 'en')

  const input = frame.getByLabel('Card number')
  await post(page, {
    kind: 'theme',
    theme: { surface: 'rgb(1, 2, 3)', radius: '3px', text: 'var(--danger)' },
  })
  await expect(input).toHaveCSS('background-color', 'rgb(1, 2, 3)')
  await expect(input).toHaveCSS('border-radius', '3px')
  await expect(input).toHaveCSS('color', 'rgb(23, 26, 33)')
  await post(page, { kind: 'theme', theme: { text: 'inherit', background: 'rgb(4, 5, 6)' } })
  await expect(frame.locator('html')).toHaveCSS('background-color', 'rgb(4, 5, 6)')
  await expect(input).toHaveCSS('color', 'rgb(23, 26, 33)')
})

test('a wallet that the browser says it has appears in room that was kept for it, and where it has none the room goes', async ({
  page,
}) => {
  // As live has it: the browser is asked, and here it answers when the test lets it.
  await page.addInitScript(() => {
    const answers: ((can: boolean) => void)[] = []
    class Asked {
      canMakePayment() {
        return new Promise((resolve) => answers.push(resolve))
      }
    }
    Object.assign(window, { PaymentRequest: Asked, answers })
  })
  await page.route('**/fields/frame/*', async (route) => {
    const response = await route.fetch()
    const html = (await response.text())
      .replaceAll('&quot;simulated&quot;', '{&quot;apiVersion&quot;:2}')
      .replace('class="wallets"', 'class="wallets" hidden')
    await route.fulfill({ response, body: html })
  })
  const open = async () => {
    const order = { order_amount: '30.00', order_currency: 'EUR' }
    const session = await openSession({ ancestors: [merchant.origin], ...order })
    expect(session.url).toMatch(/#wallets$/)
    const frame = await hold(page, session)
    const inside = page.frames().find((each) => each.url().includes('/fields/frame/'))
    await inside?.waitForFunction(() => Reflect.get(window, 'answers').length === 2)
    const answer = (can: boolean) =>
      inside?.evaluate((told) => {
        for (const each of Reflect.get(window, 'answers')) each(told)
      }, can)
    const [button, number] = [frame.getByText('Google Pay'), frame.getByLabel('Card number')]
    await expect(button).toBeHidden()
    return { answer, button, number, y: await topOf(number) }
  }
  const able = await open()
  await able.answer(true)
  await expect(able.button).toBeVisible()
  expect(await topOf(able.number)).toBe(able.y)
  const unable = await open()
  await unable.answer(false)
  await expect.poll(() => topOf(unable.number)).toBeLessThan(able.y - 44)
})

test('a card whose answer was lost is not handed in twice', async ({ page }) => {
  const session = await openSession({ ancestors: [merchant.origin] })
  const frame = await hold(page, session)
  await frame.getByRole('button', { name: '3-D Secure success' }).click()
  await page.route('**/fields/sessions/*/card', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await post(page, { kind: 'submit' })
  await expect(frame.getByText('We could not send your card details')).toBeVisible()
  await expect.poll(() => last(page)).toEqual({ kind: 'failed', code: 'unreachable' })
  await page.unroute('**/fields/sessions/*/card')
  await post(page, { kind: 'submit' })
  await expect(frame.getByText('Card details received.')).toBeVisible()
})

test('the frame has no accessibility faults, empty, wrong or narrow', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 700 })
  // German words are long.
  const frame = await hold(page, await openSession({ ancestors: [merchant.origin], locale: 'de' }))
  await expect(frame.locator('input').first()).toBeVisible()
  expect(await accessibilityFaults(page, ['iframe', 'main'])).toEqual([])
  await post(page, { kind: 'submit' })
  await expect(frame.locator('#number-error')).not.toBeEmpty()
  expect(await accessibilityFaults(page, ['iframe', 'main'])).toEqual([])
  const width = await frame.locator('html').evaluate((html) => html.scrollWidth - html.clientWidth)
  expect(width).toBe(0)
})

async function topOf(locator: Locator): Promise<number> {
  return (await locator.boundingBox())?.y ?? Number.NaN
}

/** Opens a page of the merchant that holds the frame of this session, and waits for their first words. */
async function hold(page: Page, session: FieldsSession): Promise<FrameLocator> {
  merchant.show(holder(session.url))
  await page.goto(merchant.origin)
  await expect.poll(() => received(page)).not.toEqual([])
  return page.frameLocator('iframe')
}

/**
 * What a merchant's page does: one hello, one port, and a frame as high as it says. A patient one answers the hello
 * when it is told to.
 */
function holder(url: string, manner: 'prompt' | 'patient' = 'prompt'): string {
  return `<iframe title="Card details" width="100%" frameborder="0"></iframe>
    <script nonce="page">
      window.received = []
      const frame = document.querySelector('iframe')
      addEventListener('message', ({ source, origin, data }) => {
        if (source !== frame.contentWindow || origin !== '${new URL(paymentUrl).origin}' || data?.kind !== 'hello') return
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = ({ data }) => {
          window.received.push(data)
          if (data.kind === 'resize') frame.height = data.height
        }
        document.addEventListener('say', ({ detail }) => port1.postMessage(detail))
        const answer = () => source.postMessage({ channel: '${marker}', kind: 'init' }, origin, [port2])
        if ('${manner}' === 'prompt') answer()
        else document.addEventListener('answer', answer, { once: true })
        window.greeted = true
      })
      frame.src = '${url}'
    </script>`
}

function post(page: Page, message: object): Promise<void> {
  return page.evaluate((detail) => {
    document.dispatchEvent(new CustomEvent('say', { detail }))
  }, message)
}

/** What the frame told the page, heights aside. */
async function received(page: Page): Promise<{ kind: string }[]> {
  const messages: { kind: string }[] = await page.evaluate('window.received')
  return messages.filter(({ kind }) => kind !== 'resize')
}

async function last(page: Page): Promise<{ kind: string } | undefined> {
  return (await received(page)).at(-1)
}

/** Complaints of any document about its policy, and errors no one caught. */
function brokenPolicies(page: Page): string[] {
  const complaints: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  page.on('pageerror', ({ message }) => complaints.push(message))
  return complaints
}

async function openSession(wish: {
  ancestors: string[]
  locale?: string
  theme?: Record<string, string>
  order_amount?: string
  order_currency?: string
}): Promise<FieldsSession> {
  const body = JSON.stringify({ client_key: clientKey, parent_origin: merchant.origin, ...wish })
  const answer = await fetch(`${paymentUrl}/fields/sessions`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'API-Signature': signRequest(password, '/fields/sessions', body),
    },
    body,
  })
  return FieldsSession.parse(await answer.json())
}

async function readSession(id: string): Promise<FieldsSessionState> {
  const path = `/fields/sessions/${id}`
  const answer = await fetch(`${paymentUrl}${path}`, {
    headers: { 'API-Key': clientKey, 'API-Signature': signRequest(password, path, '') },
  })
  return FieldsSessionState.parse(await answer.json())
}

/** A site with one page under a policy as strict as a site that embeds something can have. */
async function host(name: string): Promise<Host & { server: Server }> {
  let markup = ''
  const server = createServer((request, response) => {
    response.setHeader('Content-Type', 'text/html; charset=utf-8')
    response.setHeader(
      'Content-Security-Policy',
      `default-src 'none'; script-src 'nonce-page'; frame-src http://localhost:* ${new URL(paymentUrl).origin}`,
    )
    response.setHeader('Cross-Origin-Embedder-Policy', 'require-corp')
    response.setHeader('Cross-Origin-Resource-Policy', 'cross-origin')
    response.end(
      `<!doctype html><html lang="en"><head><meta name="viewport" content="width=device-width"><title>Shop</title></head><body><main>${markup}</main></body></html>`,
    )
  })
  await new Promise<void>((resolve) => {
    server.listen(0, name, resolve)
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('A TCP server has no TCP address.')
  return {
    server,
    origin: `http://${name}:${address.port}`,
    show(shown) {
      markup = shown
    },
  }
}
