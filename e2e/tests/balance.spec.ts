import { contract } from '@cambio/wire/http/contract.ts'
import type { Page } from '@playwright/test'
import { addresses } from '../src/addresses.ts'
import { partner } from '../src/apiOrder.ts'
import { chooseBalance } from '../src/chooseBalance.ts'
import { clientWithEther } from '../src/clientWithEther.ts'
import { runCommand } from '../src/runCommand.ts'
import { expect, test } from '../src/test.ts'
import { wallet, Widget } from '../src/Widget.ts'
import { mailedCode, withdrawalCode } from '../src/withdrawalCode.ts'

const origin = { client_ip: '203.0.113.7', remote_country: 'DE' }

/** A request for a withdrawal, as far as the code that it asks for. */
async function untilCode(page: Page, email: string): Promise<Widget> {
  const widget = await openWithdrawal(page)
  await widget.email(email)
  await widget.field('From your balance').fill('0.02')
  await widget.address(wallet)
  await expect(widget.heading('Something is needed from you')).toBeVisible()
  return widget
}

function wrongCode(code: string): string {
  return code === '000000' ? '000001' : '000000'
}

/** The shop asks for a withdrawal of the client's, and is sent so many wrong codes for it. */
async function guess(
  page: Page,
  email: string,
  { withdrawal, tries }: { withdrawal: string; tries: number },
) {
  const made = await partner.call(contract.partner.createOrder, {
    body: {
      partner_order_id: `${withdrawal}-${email.replace(/\W/g, '-')}`,
      payin_currency: 'ETH',
      payin_amount: '0.01',
      payin_group: 'balance',
      payout_currency: 'ETH',
      dst_address: wallet,
      client_email: email,
      ...origin,
    },
  })
  if (!('uuid' in made)) throw new Error('A withdrawal is confirmed by its uuid')
  const body = { uuid: made.uuid, code: wrongCode(await mailedCode(page, made.client_order_id)) }
  for (let left = tries; left > 0; left--)
    await expect(partner.call(contract.partner.confirmOrder, { body })).rejects.toThrow('The code is wrong')
}

test('a client withdraws coins from a balance with the code, no more than there are, and also after a reload', async ({
  shop,
  page,
}) => {
  const email = await clientWithEther(page)
  let widget = await shop.buy()
  await chooseBalance(widget, email)
  await widget.field('From your balance').fill('2')
  await expect(
    widget.root.getByText(/^Your balance is 0\.0\d+\sETH\. Enter a smaller amount\.$/),
  ).toBeVisible()
  await expect(widget.button('Continue')).toBeDisabled()
  await widget.field('From your balance').fill('0.02')
  await expect(widget.root.getByText(/^Your balance: 0\.0\d+\sETH$/)).toBeVisible()
  await widget.next()
  await expect(widget.field('Wallet address')).toBeVisible()
  await page.reload()
  widget = await shop.widget()
  await widget.email(email)
  await widget.address(wallet)
  await widget.outcome('Something is needed from you')
  await expect(widget.root.getByText('The amount is reserved on your balance')).toBeVisible()
  await expect(widget.root.getByText('0.02 ETH', { exact: true })).toBeVisible()

  await widget.field('Code').fill('12345')
  await widget.next()
  await expect(widget.root.getByText('Enter the six digits of the code.')).toBeVisible()
  const code = await withdrawalCode(widget, page)
  const callback = page.locator('#callbacks li', { hasText: 'withdrawal code' })
  await expect(callback.filter({ hasText: `${code}, for the client` })).toContainText('signature verified')
  // A code sends itself, once: neither Continue pressed at once nor the same digit typed again sends it a second time.
  const sent: string[] = []
  page.on('request', (request) => request.url().endsWith('/confirm') && sent.push(request.postData() ?? ''))
  const wrong = wrongCode(code)
  await expect(widget.root.getByText(/tries left/)).toHaveCount(0)
  await widget.field('Code').clear()
  // However slow the machine, Continue is pressed within the time of a habit, and after the answer.
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 10_000)
  const answered = page.waitForResponse('**/confirm')
  await widget.field('Code').pressSequentially(wrong)
  await answered
  await widget.next()
  await page.clock.resume()
  await expect(widget.root.getByText('The code is wrong. Nothing was paid out.')).toBeVisible()
  await expect(widget.root.getByText('You have 4 tries left.')).toBeVisible()
  await widget.field('Code').press('Backspace')
  await widget.field('Code').press(wrong.slice(-1))
  await widget.field('Code').clear()
  await widget.field('Code').pressSequentially(code)
  await widget.outcome(/^You received/)
  expect(sent.map((body) => JSON.parse(body))).toEqual([{ code: wrong }, { code }])
})

test('fifteen wrong codes lock a client’s withdrawals, which the buyer reads, until the operator unlocks them', async ({
  page,
}) => {
  const email = await clientWithEther(page)
  const widget = await untilCode(page, email)
  const code = await withdrawalCode(widget, page)
  await guess(page, email, { withdrawal: 'one', tries: 5 })
  await guess(page, email, { withdrawal: 'two', tries: 5 })
  await guess(page, email, { withdrawal: 'three', tries: 4 })
  await widget.field('Code').fill(wrongCode(code))
  await widget.next()
  await expect(widget.root.getByText('The code is wrong. Nothing was paid out.')).toBeVisible()
  const locked = widget.root.getByText(
    'Too many wrong codes were entered. You cannot withdraw for up to 24 hours. See our e-mail.',
  )
  await expect(locked).toBeVisible()
  await widget.field('Code').fill(code)
  await expect(locked).toHaveCount(0)
  await widget.next()
  await expect(locked).toBeVisible()
  await expect(widget.root.getByText('The amount is reserved on your balance')).toBeVisible()
  const mail = new RegExp(`${email}</h2>[^]*?withdrawal[^]*? until 20\\d\\d-\\d\\d-\\d\\d \\d\\d:\\d\\d UTC`)
  const outbox = () =>
    page.request.get(`${addresses.exchange}/sandbox/outbox`).then((response) => response.text())
  await expect.poll(outbox).toMatch(mail)
  await runCommand(
    'client',
    'unlock-withdrawals',
    email,
    '--partner',
    'SANDBOXPARTNER01',
    '--reason',
    'Called us',
  )
  await widget.next()
  await widget.outcome(/^You received/)
})

/** A request of the shop's that asks for a withdrawal of ether, open on its own page. */
async function openWithdrawal(page: Page): Promise<Widget> {
  const { request_id } = await partner.call(contract.partner.createRequest, {
    body: { payin_currency: 'ETH', payin_group: 'balance', payout_currency: 'ETH', payout_group: 'crypto' },
  })
  await page.goto(`${addresses.exchange}/w/${request_id}`)
  return new Widget(page)
}

test('a request for a withdrawal is one screen of amount and address and then the code, and five wrong codes cancel it', async ({
  page,
}) => {
  const email = await clientWithEther(page)
  const widget = await openWithdrawal(page)
  await widget.email(email)
  await expect(widget.heading('Withdraw from your balance')).toBeVisible()
  await expect(widget.root.getByText(/^Your balance: 0\.0\d+\sETH$/)).toBeVisible()
  await expect(widget.button('Back')).toHaveCount(0)
  await expect(widget.root.getByText(/^(You pay|Pay with)$/)).toHaveCount(0)
  // Both sides have one coin, and the partner is named beside it once.
  await expect(widget.root.getByText('set by Corner Shop')).toHaveCount(1)
  await widget.field('From your balance').fill('2')
  await expect(
    widget.root.getByText(/^Your balance is 0\.0\d+\sETH\. Enter a smaller amount\.$/),
  ).toBeVisible()
  await widget.button(/^All 0\.0\d+ ETH$/).click()
  await expect(widget.root.getByText(/^Your balance: 0\.0\d+\sETH$/)).toBeVisible()
  await expect(widget.button('0.1 ETH')).toHaveCount(0)
  await widget.field('From your balance').fill('0.02')
  await expect(widget.button('Continue')).toBeEnabled()
  // An ether is an ether: a withdrawal of it has a fee, and no rate.
  await widget.root.getByText(/^fees 0\.0\d+\sETH/).click()
  await widget.root.getByText('Network fee, ETH').click()
  await expect(widget.root.getByText('What it costs to send it to you.')).toBeVisible()
  for (const line of ['Service fee', 'Converted', 'Rate'])
    await expect(widget.root.getByText(line, { exact: true })).toHaveCount(0)
  await widget.next()
  await expect(widget.field('Wallet address')).toHaveAttribute('aria-invalid', 'true')
  await widget.address('0x12')
  await expect(widget.root.getByText('This address is incomplete or too long')).toBeVisible()
  await widget.address(wallet)
  await widget.outcome('Something is needed from you')
  await expect(widget.root.getByText('From your balance')).toBeVisible()
  await expect(widget.root.getByText(/^You (pay|paid)$/)).toHaveCount(0)
  const code = await withdrawalCode(widget, page)
  const wrong = wrongCode(code)
  for (const triesLeft of [/^You have 4/, /^You have 3/, /^You have 2/, /^You have one/]) {
    await widget.field('Code').fill(wrong)
    await widget.next()
    await expect(widget.root.getByText(triesLeft)).toBeVisible()
  }
  await widget.field('Code').fill(wrong)
  await widget.next()
  await widget.outcome('Canceled')
  await expect(widget.root.getByText('the amount is back on your balance')).toBeVisible()
})

test('a buyer with an empty balance learns so, and is asked for nothing more', async ({ page }) => {
  const widget = await openWithdrawal(page)
  await widget.email()
  await expect(widget.root.getByText('You have no ETH on your balance here')).toBeVisible()
  await expect(widget.root.getByRole('textbox')).toHaveCount(0)
})
