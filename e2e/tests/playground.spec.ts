import type { Request } from '@playwright/test'
import { accessibilityFaults } from '../src/accessibilityFaults.ts'
import { addresses } from '../src/addresses.ts'
import { hold } from '../src/hold.ts'
import { isWhole } from '../src/oneIn.ts'
import { expect, test } from '../src/test.ts'
import { freshEmail, Widget } from '../src/Widget.ts'

test('the playground opens a request of the reader’s choice, shows its program and lets its price expire', async ({
  page,
}) => {
  const complaints: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  await page.goto(`${addresses.exchange}/playground`)
  await page.getByLabel('payin_amount_default').fill('70.00')
  await expect(page.locator('pre[data-in=curl]')).toContainText('"payin_amount_default": "70.00"')
  await page.getByRole('button', { name: 'Open the widget' }).click()
  const widget = new Widget(page.frameLocator('#widget iframe'))
  await expect(widget.field('You pay')).toHaveValue('70.00')
  const events = page.locator('#events')
  await expect(events).toContainText('Widget: ready')
  await page.locator('[name="fault.rates"]').selectOption('moved')
  await expect(events).toContainText('POST /sandbox/faults: 200')
  await page.getByRole('button', { name: 'Price runs out' }).click()
  await expect(events).toContainText('POST /sandbox/clock: 200')
  expect(await accessibilityFaults(page)).toEqual([])
  expect(complaints).toEqual([])

  await page.getByLabel('Begins at').selectOption('address')
  await page.getByRole('button', { name: 'Open the widget' }).click()
  await expect(widget.field('Wallet address')).toBeVisible()

  await page.getByLabel('Start from').selectOption('bounds')
  await page.getByRole('button', { name: 'Open the widget' }).click()
  await expect(page.getByRole('alert')).toContainText(/^field_requires|^amount_out_of_bounds/)
})

test('the playground takes a theme and notes, begins at any screen, checks what the widget says, and a link carries all', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const widget = new Widget(page.frameLocator('#widget iframe'))
  const events = page.locator('#events')
  const openAt = async (screen: string) => {
    await page.getByLabel('Begins at').selectOption(screen)
    await page.getByRole('button', { name: 'Open the widget' }).click()
  }
  await page.goto(`${addresses.exchange}/playground`)
  await page.getByLabel('Start from').selectOption('sepa')
  await page.getByLabel('metadata').fill('invoice=77\nshop.till=a=b')
  await page.getByText('Theme, in both appearances').click()
  await page.locator('[name="theme.tokens.radius"]').fill('3px')
  await expect(page.locator('pre[data-in=php]')).toContainText("'shop.till' => 'a=b'")
  await expect(page.locator('pre[data-in=typescript]')).toContainText("'shop.till': 'a=b'")
  await openAt('')
  await expect(widget.field('E-mail')).toBeVisible()
  const radius = () =>
    page
      .frameLocator('#widget iframe')
      .locator(':root')
      .evaluate((root) => getComputedStyle(root).getPropertyValue('--radius').trim())
  await expect.poll(radius).toBe('3px')
  const ready = events.locator('li', { hasText: 'Widget: ready' }).first()
  await expect(ready.locator('[data-valid=true]')).toHaveText('As its schema says')

  await page.getByRole('button', { name: 'Copy a link to this' }).click()
  await expect(events).toContainText('The link is copied')
  const link = await page.evaluate(() => navigator.clipboard.readText())
  const other = await context.newPage()
  await other.goto(link)
  await expect(other.getByLabel('metadata')).toHaveValue('invoice=77\nshop.till=a=b')
  await expect(other.locator('[name="theme.tokens.radius"]')).toHaveValue('3px')
  await expect(other.locator('[name=payin_group]')).toHaveValue('sepa')
  await other.close()

  await page.locator('[name="fault.mail"]').selectOption('away')
  await openAt('')
  await widget.field('E-mail').fill(freshEmail())
  await widget.button('Continue').click()
  await expect(page.frameLocator('#widget iframe').getByRole('alert')).not.toBeEmpty()
  await page.locator('[name="fault.mail"]').selectOption('')
  await expect(events.getByText('POST /sandbox/faults: 200')).toHaveCount(3)
  await widget.button('Continue').click()
  await expect(widget.field('Code')).toBeVisible()

  /* Of each kind of beginning one is looked at: made by the exchange, made by the page, paid by card. */
  if (isWhole) {
    await openAt('paid')
    await expect(widget.heading(/^You received/)).toBeVisible()
    await page.getByLabel('Start from').selectOption('crypto')
    await openAt('coins:few')
    await expect(widget.root.getByText(/The coins received so far are below the minimum/)).toBeVisible()
    await openAt('expired')
    await expect(widget.heading('Expired')).toBeVisible()
    await openAt('canceled')
    await expect(widget.heading('This link has expired')).toBeVisible()
    await page.getByLabel('Start from').selectOption('withdrawal')
    await openAt('withdrawal')
    await expect(widget.root.getByText('The amount is reserved on your balance')).toBeVisible()
    await page.getByLabel('Start from').selectOption('sepa')
  }
  await openAt('discount')
  await expect(widget.root.getByRole('region', { name: 'New price to accept' })).toBeVisible()
  if (isWhole) {
    await openAt('session')
    await expect(widget.root.getByText('confirm your e-mail again')).toBeVisible()
  }
  await openAt('offline')
  await expect(widget.root.getByText(/^You are offline/)).toBeVisible()
  await expect(page.locator('#problem')).toHaveText('')
  await page.getByRole('button', { name: 'Offline' }).click()
  await expect(widget.root.getByText(/^You are offline/)).toBeHidden()

  await page.getByLabel('Start from').selectOption('card')
  await openAt('card:05/2038:decline')
  await expect(widget.root.getByText('The payment was not confirmed at your bank.')).toBeVisible()
  if (isWhole) {
    await openAt('card:saved')
    await expect(widget.cardFrame.frame.getByText('Visa •••• 1111 · 01/38')).toBeVisible()
    await openAt('card:02/2038::901')
    await expect(widget.root.getByText('Insufficient funds')).toBeVisible()
    await openAt('card:expired')
    await expect(widget.root.getByText('The card form timed out, so we opened a new one.')).toBeVisible()
    await expect(widget.cardFrame.number).toBeVisible()
  }
  await page.locator('[name="fault.cards"]').selectOption('away')
  await openAt('card')
  await expect(widget.root.getByRole('alert')).not.toBeEmpty()
  await expect(page.locator('#problem')).toHaveText('')
})

test('each screen and each error of the widget is one press away in the playground, and a link of its own', async ({
  page,
}) => {
  test.slow(isWhole, 'It opens every screen.')
  await page.goto(`${addresses.exchange}/playground`)
  const screens = await page.locator('[name=screen] option').allTextContents()
  await page.getByText('Every screen and error, at a press').click()
  const links = page.locator('#gallery a')
  expect((await links.allTextContents()).slice(0, screens.length)).toEqual(screens)
  const shown = async (title: string) => {
    const refused = title.startsWith('Refused: ')
    const alert = page.locator('#problem')
    await expect(alert).toHaveText(refused ? /^[a-z_]+: / : '')
    const inFrame = page.frameLocator('#widget iframe').getByRole('heading').first()
    const fromLoader = page.locator('#widget').getByRole('alert').getByText('request_unknown')
    if (!refused) await expect(title === 'A request that is not there' ? fromLoader : inFrame).toBeVisible()
  }
  const asked = isWhole
    ? await links.allTextContents()
    : ['The order, paid by bank transfer', 'Refused: a field and its own default']
  for (const title of asked) {
    const before = await page.locator('#events li').count()
    await links.getByText(title, { exact: true }).click()
    await expect.poll(() => page.locator('#events li').count()).toBeGreaterThan(before)
    await shown(title)
  }
  await page.goto('about:blank')
  await page.goto(`${addresses.exchange}/playground#preset=card&screen=address&open=1`)
  await expect(new Widget(page.frameLocator('#widget iframe')).field('Wallet address')).toBeVisible()
})

test('the playground shows the program of what was typed last, although an earlier answer comes after it', async ({
  page,
}) => {
  const program = page.locator('pre[data-in=curl]')
  const amount = page.getByLabel('payin_amount_default')
  await page.goto(`${addresses.exchange}/playground`)
  await expect(program).toContainText('"payin_amount_default": "100.00"')
  const { held, release } = await hold(page, '**/playground/samples', { times: 1 })
  await amount.fill('70.00')
  await expect.poll(() => held.length).toBe(1)
  await amount.fill('80.00')
  await expect(program).toContainText('"payin_amount_default": "80.00"')
  await answer(release, held)
  await expect(program).toContainText('"payin_amount_default": "80.00"')
})

test('the playground shows the widget that was opened last, although an earlier request is answered after it', async ({
  page,
}) => {
  const widget = new Widget(page.frameLocator('#widget iframe'))
  const amount = page.getByLabel('payin_amount_default')
  const opens = page.getByRole('button', { name: 'Open the widget' })
  await page.goto(`${addresses.exchange}/playground`)
  const { held, release } = await hold(page, '**/api/v2/partner/create_request', { times: 1 })
  await amount.fill('70.00')
  await opens.click()
  await expect.poll(() => held.length).toBe(1)
  await amount.fill('80.00')
  await opens.click()
  await expect(widget.field('You pay')).toHaveValue('80.00')
  await answer(release, held)
  await expect(page.locator('#events').getByText('POST /api/v2/partner/create_request: 200')).toHaveCount(2)
  await expect(widget.field('You pay')).toHaveValue('80.00')
})

/** Lets the page read the answer to a call that was held. */
async function answer(release: () => void, held: readonly Request[]) {
  release()
  const response = await held[0]?.response()
  await response?.finished()
}
