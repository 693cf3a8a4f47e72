import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createPartner } from '@cambio/partner/client.ts'
import { contract } from '@cambio/wire/http/contract.ts'
import { pages } from '@cambio/wire/http/pages.ts'
import type { Page } from '@playwright/test'
import { addresses } from '../src/addresses.ts'
import { runCommand } from '../src/runCommand.ts'
import { expect, test } from '../src/test.ts'
import { freshEmail, Widget } from '../src/Widget.ts'

/** All that a page has to allow, and no script may write HTML, code or addresses of scripts. */
const strictest = [
  "default-src 'none'",
  `script-src ${addresses.exchange}`,
  `frame-src ${addresses.exchange}`,
  `connect-src ${addresses.exchange}`,
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ')

test('five widgets on a page with the strictest policy each keep their own purchase, and close apart', async ({
  page,
}) => {
  const amounts = ['50', '60', '70', '80', '90']
  const { violations } = await openHost(page, amounts)
  for (const [index, amount] of amounts.entries())
    await expect(widgetAt(page, index).field('You pay')).toHaveValue(new RegExp(`^${amount}`))
  await widgetAt(page, 0).amount('55')
  await expect(widgetAt(page, 0).field('Wallet address')).toBeVisible()
  await widgetAt(page, 1).field('You pay').fill('65')
  for (const [index, amount] of amounts.entries())
    if (index > 1) await expect(widgetAt(page, index).field('You pay')).toHaveValue(new RegExp(`^${amount}`))
  await page
    .locator('cambio-widget')
    .first()
    .evaluate((element) => element.remove())
  await expect(page.locator('cambio-widget')).toHaveCount(4)
  await expect(widgetAt(page, 0).field('You pay')).toHaveValue(/^65/)
  await widgetAt(page, 3).amount()
  await expect(widgetAt(page, 3).field('Wallet address')).toBeVisible()
  await expect(widgetAt(page, 2).field('You pay')).toHaveValue(/^80/)
  expect(await violations()).toEqual([])
})

test('forty kinds of message from the page around change nothing, and nothing breaks', async ({ page }) => {
  const { violations } = await openHost(page, ['50'])
  const broken: string[] = []
  page.on('pageerror', ({ message }) => broken.push(message))
  const widget = widgetAt(page, 0)
  await widget.amount('65')
  await widget.field('Wallet address').fill('0x12')
  const before = await page.locator('cambio-widget').boundingBox()
  await page.evaluate(() => Object.assign(window, { heard: [] }))
  await page.evaluate(() =>
    document.addEventListener('cambio', (event) =>
      Reflect.get(window, 'heard').push((event as CustomEvent).detail),
    ),
  )
  expect(await sendForged(page)).toBe(40)
  // Messages are handled in order: the answer to this one proves that all before it were.
  await widget.next()
  await expect(widget.field('Wallet address')).toHaveAttribute('aria-invalid', 'true')
  await expect(widget.field('Wallet address')).toHaveValue('0x12')
  await expect(page.locator('cambio-widget')).toHaveCount(1)
  expect((await page.locator('cambio-widget').boundingBox())?.width).toBe(before?.width)
  const heard = () => page.evaluate((): { kind: string }[] => Reflect.get(window, 'heard'))
  expect((await heard()).filter(({ kind }) => kind !== 'resize' && kind !== 'step')).toEqual([])
  await widget.address()
  await expect(widget.field('E-mail')).toBeVisible()
  await expect.poll(heard).toContainEqual({ kind: 'step', step: 'you' })
  expect(broken).toEqual([])
  expect(await violations()).toEqual([])
})

/** Sends messages to the widget as its page, and to the page as a widget, and says how many kinds there were. */
async function sendForged(page: Page): Promise<number> {
  return page.evaluate((target) => {
    const marked = { channel: 'cambio-widget' }
    const init = { ...marked, kind: 'init', v: 1 }
    const deep: Record<string, unknown> = {}
    deep['self'] = deep
    const kinds: unknown[] = [
      undefined,
      null,
      true,
      0,
      Number.NaN,
      '',
      'close',
      '{"kind":"close"}',
      [],
      [[]],
      deep,
      new Date(),
      new Map([['kind', 'close']]),
      new ArrayBuffer(8),
      new Error('x'),
      10n,
      marked,
      { ...marked, kind: null },
      { ...marked, kind: '__proto__' },
      { ...marked, kind: 'hello', v: 1 },
      { ...marked, kind: 'hello', v: 'x' },
      { ...init, v: 'x' },
      { ...init, channel: 'other' },
      { ...init, locale: 7 },
      { ...init, locale: 'x'.repeat(99) },
      { ...init, appearance: 'pink' },
      { ...init, theme: 'red' },
      { ...init, modal: 'yes' },
      init,
      { kind: 'close' },
      { kind: 'locale', locale: 'de' },
      { kind: 'appearance', appearance: 'dark' },
      { kind: 'theme', theme: { light: { accent: '#ff0000' } } },
      { kind: 'ready' },
      { kind: 'resize', height: 9_999 },
      { kind: 'step', step: 'status' },
      { kind: 'order', client_order_id: 'A1B2C-D3E4F5', status: 'finished' },
      { kind: 'error', code: 'x', money_moved: 'no' },
      { kind: 'language', tag: 'ar', title: 'x', close: 'x' },
      'x'.repeat(1_000_000),
    ]
    const widget = window[0]
    for (const kind of kinds) {
      const { port1, port2 } = new MessageChannel()
      port1.start()
      widget?.postMessage(kind, target, [port2])
      window.postMessage(kind, location.origin)
    }
    return kinds.length
  }, addresses.exchange)
}

/** Opens a page of a partner's own with a widget for each amount, and notes what its policy was broken by. */
async function openHost(
  page: Page,
  amounts: readonly string[],
): Promise<{ violations: () => Promise<string[]> }> {
  const origin = await serve(() => body)
  const made = await runCommand(
    'partner',
    'create',
    '--name',
    `Strict ${freshEmail()}`,
    '--origin',
    origin,
    '--json',
  )
  const { api_key: apiKey, secret }: { api_key: string; secret: string } = JSON.parse(made)
  const partner = createPartner({ baseUrl: addresses.exchange, apiKey, secret })
  const requests = await Promise.all(
    amounts.map((amount) =>
      partner.call(contract.partner.createRequest, {
        body: {
          payin_amount_default: amount,
          payin_currency_default: 'EUR',
          payin_group_default: 'card',
          payout_currency_default: 'ETH',
          payout_group_default: 'crypto',
        },
      }),
    ),
  )
  const elements = requests.map(
    ({ request_id }) => `<cambio-widget request-id="${request_id}"></cambio-widget>`,
  )
  const loader = `<script src="${addresses.exchange}${pages.loader}"></script>`
  const body = `<!doctype html><html lang="en"><title>Host</title>${loader}${elements.join('')}`
  await page.addInitScript(() => {
    const found: string[] = []
    Object.assign(window, { found })
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      found.push(`${violatedDirective} ${blockedURI}`),
    )
  })
  await page.goto(origin)
  return { violations: () => page.evaluate((): string[] => Reflect.get(window, 'found')) }
}

let host: Server | undefined

test.afterEach(() => {
  host?.close()
  host?.closeAllConnections()
})

/** Serves one page under the strictest policy, and says at which origin. */
async function serve(body: () => string): Promise<string> {
  host = createServer((_, answer) => {
    answer.setHeader('Content-Security-Policy', strictest).setHeader('Content-Type', 'text/html').end(body())
  })
  await once(host.listen(0, '127.0.0.1'), 'listening')
  return `http://127.0.0.1:${(host.address() as AddressInfo).port}`
}

function widgetAt(page: Page, index: number): Widget {
  return new Widget(page.locator('cambio-widget').nth(index).locator('iframe').contentFrame())
}
