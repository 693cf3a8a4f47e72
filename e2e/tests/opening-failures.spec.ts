import { contract } from '@cambio/wire/http/contract.ts'
import type { JSHandle, Page } from '@playwright/test'
import { addresses } from '../src/addresses.ts'
import { partner } from '../src/apiOrder.ts'
import { expect, test } from '../src/test.ts'

/** Opens a request in the page by the loader that it has, and remembers the events. */
function mount(page: Page, requestId: string, locale = 'en'): Promise<JSHandle<unknown[]>> {
  return page.evaluateHandle(
    ([requestId, locale]) => {
      const events: unknown[] = []
      const { mount } = (window as unknown as { Cambio: { mount: (...input: unknown[]) => void } }).Cambio
      const onEvent = (event: unknown) => events.push(event)
      mount(document.querySelector('#widget'), { requestId, locale, onEvent })
      return events
    },
    [requestId, locale] as const,
  )
}

for (const [what, blocked, sentence] of [
  [
    'in the language of its reader',
    '**/api/v2/public/embedding/**',
    'Если вы заплатили, проверьте свой заказ, прежде чем платить снова.',
  ],
  [
    'in English where the exchange cannot be asked at all',
    /\/embedding\/|\/embed\/v1\/words\//,
    'If you have paid, check your order before you pay again.',
  ],
] as const)
  test(`a window that does not answer promises nothing about the money, ${what}`, async ({ shop, page }) => {
    await shop.open()
    // The exchange cannot be asked what is wrong, as where the page's policy or a blocker keeps it away.
    await page.route(blocked, (route) => route.abort())
    const events = await mount(page, 'nobody-has-opened-this', 'ru')
    await expect(page.getByText(sentence)).toBeVisible()
    expect(await events.jsonValue()).toEqual([
      { kind: 'error', code: 'widget_silent', money_moved: 'checking' },
    ])
  })

/** Stops the page's clock, so that the seconds of a silence that nobody can explain never pass, nor those of an answer. */
async function stopClock(page: Page): Promise<void> {
  await page.evaluate(() => (AbortSignal.timeout = () => new AbortController().signal))
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
}

test('an unknown request is reported to the page and in its console at once', async ({ shop, page }) => {
  await shop.open()
  await stopClock(page)
  const warning = page.waitForEvent('console', (message) => message.text().startsWith('Cambio: '))
  const events = await mount(page, 'nobody-has-opened-this')
  await expect(page.getByText('(request_unknown)')).toBeVisible()
  expect(await events.jsonValue()).toEqual([
    { kind: 'error', code: 'request_unknown', money_moved: 'checking' },
  ])
  expect((await warning).text()).toContain('no widget request with this id')
})

test('an origin that is not on the list is reported to the page and in its console at once', async ({
  page,
}) => {
  const { request_id } = await partner.call(contract.partner.createRequest, { body: {} })
  // The shop's own page at another origin.
  const unlisted = addresses.shop.replace('127.0.0.1', 'localhost')
  await page.goto(unlisted)
  await stopClock(page)
  const warning = page.waitForEvent('console', (message) => message.text().startsWith('Cambio: '))
  const events = await mount(page, request_id)
  await expect(page.getByText('(origin_not_allowed)')).toBeVisible()
  expect(await events.jsonValue()).toEqual([
    { kind: 'error', code: 'origin_not_allowed', money_moved: 'checking' },
  ])
  expect((await warning).text()).toContain(`--origin ${new URL(unlisted).origin}`)
})
