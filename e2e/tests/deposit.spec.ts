import type { Page } from '@playwright/test'
import { expect, test } from '../src/test.ts'
import { testWallet } from '../src/testWallet.ts'
import { wallet } from '../src/Widget.ts'

/** The page that opens beside the shop. */
async function opened(page: Page, open: () => Promise<void>): Promise<Page> {
  const [beside] = await Promise.all([page.context().waitForEvent('page'), open()])
  return beside
}

test('coins buy coins: the address, the test wallet, confirmations, paid out', async ({ shop, page }) => {
  const widget = await shop.buy({ payin: 'ETH', amount: '0.5', coin: 'USDC' })
  await widget.untilCard()
  await expect(widget.heading('Waiting for payment')).toBeVisible()
  const details = widget.root.getByRole('region', { name: 'Pay in coins' })
  await expect(details.getByText(/^0x[0-9a-fA-F]{40}$/)).toBeVisible()
  await expect(details.getByRole('img', { name: 'The payment as a QR code' })).toBeVisible()
  await expect(details.getByRole('link', { name: 'Open in wallet' })).toHaveAttribute(
    'href',
    /^ethereum:0x[0-9a-fA-F]{40}@31337\?value=500000000000000000$/,
  )
  await expect(details.getByText('0.5 ETH')).toBeVisible()
  await expect(details.getByRole('timer')).toHaveText(/within 1[45]:\d\d/)
  const wallet = await opened(page, () =>
    widget.root.getByRole('link', { name: 'Pay from the test wallet' }).click(),
  )
  await wallet.getByRole('button', { name: 'Send' }).click()
  await expect(wallet.getByRole('heading', { name: 'Sent', exact: true })).toBeVisible()
  await wallet.close()
  await widget.outcome(/^You received/)
  await expect(widget.root.getByRole('region', { name: 'Transactions' })).toContainText('0.5 ETH')
  await expect
    .poll(() => shop.statuses(shop.requestId()))
    .toEqual(['payin_pending', 'processing', 'auth_success', 'processing_payout', 'finished'])
})

test('the shop’s choices go together: Crypto alone offers coins, another one to buy and a usual amount', async ({
  shop,
  page,
}) => {
  const amount = page.getByLabel('Amount', { exact: true })
  const fields = [amount, ...['Paid in', 'Paid by', 'Coin'].map((name) => page.getByLabel(name))]
  const shown = () => Promise.all(fields.map((field) => field.inputValue()))
  const widget = await shop.buy({ by: 'crypto' })
  expect(await shown()).toEqual(['0.04', 'ETH', 'crypto', 'BTC'])
  await expect(widget.field('You pay')).toHaveValue('0.04')
  await shop.lookBehind()
  await page.getByLabel('Coin').selectOption('ETH')
  expect(await shown()).toEqual(['100', 'USDT20', 'crypto', 'ETH'])
  await page.getByLabel('Paid by').selectOption('sepa')
  expect(await shown()).toEqual(['100', 'EUR', 'sepa', 'ETH'])
  await amount.fill('70')
  await page.getByLabel('Paid in').selectOption('USD')
  expect(await shown()).toEqual(['70', 'USD', 'card', 'ETH'])
})

test('too few coins are seen, and the order waits for more', async ({ shop, page }) => {
  const ether = { payin_amount: '0.5', payin_currency: 'ETH', payin_group: 'crypto', payout_currency: 'USDC' }
  const { widget } = await shop.buyAtPayment(ether)
  const coins = await testWallet(page, widget)
  await coins.send('0.004')
  await expect(widget.root.getByText(/The coins received so far are below the minimum/)).toBeVisible()
  const details = widget.root.getByRole('region', { name: 'Pay in coins' })
  await expect(details.getByText('0.496 ETH')).toBeVisible()
  await expect(details.getByRole('timer')).toHaveText(/within 1[0-4]:\d\d/)
})

test('coins that arrive after the pay-out are refunded to the wallet that the buyer names', async ({
  shop,
  page,
}) => {
  const ether = { payin_amount: '0.5', payin_currency: 'ETH', payin_group: 'crypto', payout_currency: 'USDC' }
  const { widget } = await shop.buyAtPayment(ether)
  const coins = await testWallet(page, widget)
  await coins.send()
  await widget.outcome(/^You received/)
  await coins.send()

  const form = widget.root.getByRole('form', { name: 'Where should we send your coins back?' })
  await expect(form).toContainText('on the Ethereum network that can receive ETH')
  await expect(form).toContainText('The network fee is deducted from the amount.')
  await expect(form).toContainText('We send nothing back until you enter the code.')
  await form.getByLabel('Wallet address').fill('0x1234')
  await form.getByRole('button', { name: 'Mail me the code' }).click()
  const shown = await form.getByText(/The code would be \d{6}/).textContent()
  await form.getByLabel('Code').fill(/\d{6}/.exec(shown ?? '')?.[0] ?? '')
  const confirm = form.getByRole('button', { name: 'Send my coins back' })
  await confirm.click()
  await expect(form.getByText('This address is incomplete or too long')).toBeVisible()
  await form.getByLabel('Wallet address').fill(wallet)
  await confirm.click()
  await expect(widget.root.getByRole('region', { name: 'Transactions' })).toContainText('sent back')
})
