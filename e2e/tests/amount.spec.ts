import type { Route } from '@playwright/test'
import { knownBuyer } from '../src/beginPurchase.ts'
import { digitsFrom } from '../src/digitsFrom.ts'
import { hold } from '../src/hold.ts'
import { openWidget } from '../src/ownPage.ts'
import { expect, test } from '../src/test.ts'
import { freshEmail, jane, wallet } from '../src/Widget.ts'

/** Looks at the whole purchase. */
const looks = /\/api\/widget\/[^/]+(?:\/status\?.*)?$/
const another = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'

test('e-mail and details are marked where they are refused, and a correction calls off what is under way', async ({
  shop,
  page,
}) => {
  const widget = await shop.buy({ amount: '75', settled: 'fixed', address: wallet })
  const field = widget.field('E-mail')
  await expect(field).toBeVisible()
  // What the shop has fixed is text.
  await expect(widget.field('You pay')).toHaveCount(0)
  await expect(widget.field('Wallet address')).toHaveCount(0)
  await field.fill('jane.4111111111111111@example.com')
  await widget.next()
  await expect(field).toHaveAccessibleDescription(/Enter your e-mail address/)
  await expect(field).toHaveAttribute('aria-invalid', 'true')
  await field.fill('jane')
  await expect(field).toHaveAttribute('aria-invalid', 'false')

  const failed = widget.root.getByRole('alert').getByText('No money has moved.')
  await page.route('**/api/widget/*/code', (route) => route.abort(), { times: 1 })
  await field.fill('jane@example.com')
  await widget.next()
  await expect(failed).toBeVisible()
  await field.fill(freshEmail())
  await expect(failed).toHaveCount(0)

  await widget.next()
  await expect(widget.field('Code')).toBeVisible()
  const { held, release } = await hold(page, '**/api/widget/*/code')
  await widget.button('Send a new code').click()
  await expect.poll(() => held.length).toBe(1)
  await widget.button('Use another e-mail').click()
  await field.fill('another@example.com')
  release()
  await expect.poll(() => held[0]?.failure()?.errorText).toBe('net::ERR_ABORTED')
  await expect(field).toHaveValue('another@example.com')
  await widget.email()

  await widget.payer({ ...jane, Country: 'KP' })
  const country = widget.field('Country')
  await expect(country).toHaveAccessibleDescription(/We cannot serve buyers in this country/)
  await widget.field('City').fill('Pyongyang')
  await expect(country).toHaveAccessibleDescription(/We cannot serve buyers in this country/)

  const day = widget.field('Day')
  await widget.payer({ ...jane, 'Date of birth': `${new Date().getUTCFullYear() - 17}-01-01` })
  await expect(day).toHaveAttribute('aria-invalid', 'true')
  await widget.born(jane['Date of birth'])
  await expect(day).toHaveAttribute('aria-invalid', 'false')
  await expect(widget.root.getByText('Some entries are not valid. Check them and try again.')).toHaveCount(0)

  await page.route('**/api/widget/*/payer', (route) => route.abort(), { times: 1 })
  await widget.next()
  await expect(failed).toBeVisible()
  await widget.field('City').fill('Bonn')
  await expect(failed).toHaveCount(0)

  const details = await hold(page, '**/api/widget/*/payer')
  await widget.next()
  await expect.poll(() => details.held.length).toBe(1)
  await widget.field('City').fill('Potsdam')
  details.release()
  await expect.poll(() => details.held[0]?.failure()?.errorText).toBe('net::ERR_ABORTED')
  await expect(widget.field('City')).toHaveValue('Potsdam')
  await widget.next()
  await expect(widget.button('Pay 75.00 EUR')).toBeVisible()
  expect(details.held[1]?.postDataJSON()).toMatchObject({ city: 'Potsdam' })
  await expect(widget.root.getByText(wallet.slice(-4))).toBeVisible()
  await expect(widget.root.locator('input:disabled, select:disabled')).toHaveCount(0)
})

test('no other e-mail is asked for while the code is checked, and a buyer who goes back is known', async ({
  page,
}) => {
  const widget = await openWidget(page)
  await widget.amount()
  await widget.address()
  const { held, release } = await hold(page, '**/api/widget/*/session')
  await widget.field('E-mail').fill(freshEmail())
  await widget.next()
  await widget.field('Code').pressSequentially(await widget.shownCode())
  await expect.poll(() => held.length).toBe(1)
  await expect(widget.root.getByRole('status').filter({ hasText: 'Checking the code…' })).toBeVisible()
  await widget.next()
  expect(held).toHaveLength(1)
  await expect(widget.button('Use another e-mail')).toBeDisabled()
  await widget.button('Back').click()
  await expect(widget.field('Wallet address')).toHaveValue(wallet)
  const keeping = await hold(page, '**/api/widget/*/address', { times: 1 })
  await widget.next()
  await expect.poll(() => keeping.held.length).toBe(1)
  // All that follows from the code is there before the address is answered, which must not undo it.
  const known = page.waitForResponse(looks)
  release()
  await (await known).finished()
  keeping.release()
  await expect(widget.field('First name')).toBeVisible()
})

test('an address is kept, however long that takes once the buyer is known', async ({ page }) => {
  const widget = await openWidget(page)
  await widget.amount()
  await widget.address(wallet)
  await expect(widget.field('E-mail')).toBeVisible()
  const { held, release } = await hold(page, '**/api/widget/*/draft')
  await widget.email()
  await expect(widget.field('First name')).toBeVisible()
  await expect.poll(() => held.length).toBe(1)
  const kept = page.waitForResponse('**/api/widget/*/draft')
  release()
  await kept
  await page.reload()
  await expect(widget.root.getByText(wallet)).toBeVisible()
})

test('an address that was corrected while the code was checked stays corrected', async ({ page }) => {
  const widget = await openWidget(page)
  await widget.amount()
  await widget.address(wallet)
  const { held, release } = await hold(page, '**/api/widget/*/session')
  await widget.field('E-mail').fill(freshEmail())
  await widget.next()
  await widget.field('Code').pressSequentially(await widget.shownCode())
  await expect.poll(() => held.length).toBe(1)
  await expect(widget.root.getByRole('status').filter({ hasText: 'Checking the code…' })).toBeVisible()
  await widget.next()
  expect(held).toHaveLength(1)
  await widget.button('Back').click()
  await widget.address(another)
  await expect(widget.field('Code')).toBeVisible()
  release()
  await expect(widget.field('First name')).toBeVisible()
  await page.reload()
  await expect(widget.root.getByText(another)).toBeVisible()
})

test('an accepted code is not asked for again when only the look after it failed', async ({ page }) => {
  const widget = await openWidget(page)
  await widget.amount()
  await widget.address()
  await widget.field('E-mail').fill(freshEmail())
  await widget.next()
  await expect(widget.field('Code')).toBeVisible()
  await page.route(looks, (route) => route.abort())
  // As an input method writes it, in wide digits.
  const keyboard = await page.context().newCDPSession(page)
  const text = digitsFrom('０', await widget.shownCode())
  await widget.field('Code').focus()
  await keyboard.send('Input.imeSetComposition', { text, selectionStart: 6, selectionEnd: 6 })
  await expect(widget.root.getByText('We cannot reach the service.')).toBeVisible()
  await page.unroute(looks)
  await widget.button('Try again').click()
  await expect(widget.field('First name')).toBeVisible()
})

test('the buyer starts from the defaults and can change both sides, and the last amount typed is the one that is priced', async ({
  page,
}) => {
  const widget = await openWidget(page, {
    payin_amount: '80',
    payin_currency: 'USD',
    payout_currency: 'BTC',
  })
  await expect(widget.field('You pay')).toHaveValue('80')
  await expect(widget.button('Currency you pay')).toHaveAccessibleDescription('USD')
  await expect(widget.button('Currency you get')).toHaveAccessibleDescription('BTC on Bitcoin')
  await expect(widget.field('You get')).toHaveValue(/^0\.0\d+$/)
  await widget.field('You get').fill('0.001')
  await expect(widget.field('You pay')).not.toHaveValue('80')
  await expect(widget.field('You pay')).toHaveValue(/^\d{2,3}(\.\d{1,2})?$/)
  await expect(widget.field('You get')).toHaveValue('0.001')
  await expect(widget.button('Continue')).toBeEnabled()
  await widget.choose('Currency you get', 'USDC on Ethereum')
  await widget.field('You get').fill('1,000')
  await expect(widget.field('You pay')).toHaveValue(/^1\d{3}(\.\d{1,2})?$/)

  const held: Route[] = []
  const answered: string[] = []
  await page.route('**/api/widget/*/quote', async (route) => {
    const { payin_amount: amount } = route.request().postDataJSON() as { payin_amount: string }
    if (amount === '60.00') held.push(route)
    else {
      answered.push(amount)
      await route.continue()
    }
  })
  await widget.field('You pay').fill('60')
  await expect.poll(() => held.length).toBe(1)
  await widget.field('You pay').fill('120')
  await expect.poll(() => answered).toContain('120.00')
  await expect(widget.button('Continue')).toBeEnabled()
  const price = await widget.field('You get').inputValue()
  // Called off, so that no answer to it can come any more.
  await expect.poll(() => held[0]?.request().failure()?.errorText).toBe('net::ERR_ABORTED')
  await expect(widget.field('You pay')).toHaveValue('120')
  await expect(widget.field('You get')).toHaveValue(price)
})

test('Back calls off a Continue under way: the address step moves the buyer nowhere', async ({ page }) => {
  const widget = await openWidget(page)
  await widget.amount('90')
  const { held, release } = await hold(page, '**/api/widget/*/address')
  await widget.address()
  await expect.poll(() => held.length).toBe(1)
  await widget.button('Back').click()
  await widget.field('You pay').fill('50')
  release()
  await expect.poll(() => held[0]?.failure()?.errorText).toBe('net::ERR_ABORTED')
  await expect(widget.field('You pay')).toHaveValue('50')
})

test('another amount calls off a Continue under way, and is the one that is bought', async ({
  shop,
  page,
}) => {
  // Before the widget opens: a frame that is just being attached may miss it.
  const { held, release } = await hold(page, '**/api/widget/*/draft')
  const widget = await shop.buy({ address: wallet })
  await widget.amount('90')
  await expect.poll(() => held.length).toBe(1)
  await widget.field('You pay').fill('120')
  release()
  await expect.poll(() => held[0]?.failure()?.errorText).toBe('net::ERR_ABORTED')
  await expect(widget.field('You pay')).toHaveValue('120')
  await widget.next()
  await widget.email(await knownBuyer())
  await expect(widget.button('Pay 120.00 EUR')).toBeVisible()
})

test('an amount is read in the buyer’s language, its coins are shown to the last digit, and what cannot be bought says why', async ({
  page,
}) => {
  const widget = await openWidget(page)
  const pay = widget.field('You pay')
  const goesOn = widget.button('Continue')
  const turning = widget.root.locator('[aria-busy="true"], section span:empty')
  await expect(goesOn).toBeEnabled()

  await pay.fill('1')
  await expect(widget.root.getByText(/The least you can pay here is/)).toBeVisible()
  await expect(goesOn).toBeDisabled()
  await expect(turning).toHaveCount(0)
  await widget.button(/^Use minimum/).click()
  await expect(widget.root.getByText(/The least you can pay here is/)).toHaveCount(0)
  await expect(goesOn).toBeEnabled()
  await pay.fill('abc')
  await expect(widget.root.getByText('Enter an amount such as 100 or 99.50.')).toBeVisible()
  await pay.fill('10.0001')
  await expect(widget.root.getByText('EUR has at most 2 decimals.')).toBeVisible()
  await pay.fill('')
  await expect(widget.root.getByText('Enter an amount.')).toBeVisible()
  await expect(turning).toHaveCount(0)

  await pay.fill('€1,000')
  await expect(goesOn).toBeEnabled()
  await widget.root.getByText(/^1\sETH ≈ /).click()
  await expect(widget.root.getByText('1,000.00 EUR', { exact: true })).toBeVisible()
  // Coins are shown to six digits, and to the last one after a press.
  await expect(widget.field('You get')).toHaveValue(/^0\.\d{2,6}$/)
  await widget.root
    .getByRole('button', { name: /^0\.\d{2,6} ETH$/ })
    .last()
    .click()
  await expect(widget.root.getByRole('button', { name: /^0\.\d{11,18} ETH$/ })).toBeVisible()
  await pay.fill('1.000')
  await expect(widget.root.getByText('Which amount do you mean?')).toBeVisible()
  await expect(goesOn).toBeDisabled()
  await widget.button('1,000.00 EUR').click()
  await expect(pay).toHaveValue('1000')
  await expect(goesOn).toBeEnabled()

  await widget.button('Add a coupon').click()
  await widget.field('Coupon').fill('NOBODY-GAVE-THIS')
  await expect(widget.root.getByText('This coupon is unknown, expired or used up.')).toBeVisible()
  await expect(turning).toHaveCount(0)
})

test.describe('in German', () => {
  test.use({ locale: 'de-DE' })

  test('fields write German numbers', async ({ page }) => {
    const widget = await openWidget(page, { payin_amount: '90.50' })
    await expect(widget.field('Sie zahlen')).toHaveValue('90,50')
    await expect(widget.button('Weiter')).toBeEnabled()
  })
})
