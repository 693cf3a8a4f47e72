import { expect, test } from '../src/test.ts'
import { testWallet } from '../src/testWallet.ts'

test('coins buy coins: the address, too few from the test wallet, the rest, confirmations, paid out', async ({
  shop,
  page,
}) => {
  const { widget } = await shop.buyAtPayment({
    payin_amount: '0.5',
    payin_currency: 'ETH',
    payin_group: 'crypto',
    payout_currency: 'USDC',
  })
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
  const coins = await testWallet(page, widget)
  await coins.send('0.004')
  await expect(widget.root.getByText(/The coins received so far are below the minimum/)).toBeVisible()
  await expect(details.getByText('0.496 ETH')).toBeVisible()
  await expect(details.getByRole('timer')).toHaveText(/within 1[0-4]:\d\d/)
  await coins.send('0.496')
  await widget.outcome(/^You received/)
  const transactions = widget.root.getByRole('region', { name: 'Transactions' })
  await expect(transactions).toContainText('0.004 ETH')
  await expect(transactions).toContainText('0.496 ETH')
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
