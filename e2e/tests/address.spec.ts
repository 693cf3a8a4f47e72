import { openWidget } from '../src/ownPage.ts'
import { expect, test } from '../src/test.ts'
import { wallet } from '../src/Widget.ts'

/** What the buyer reads at the field of an address, by what they pasted. */
const refused = [
  ['of another network', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', /^This address belongs to another network/],
  ['on another chain', `ethereum:${wallet}@137`, /^This address belongs to another network/],
  ['with a wrong character', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD', /^One character of this address/],
  ['that was cut off', wallet.slice(0, -1), /^This address is incomplete or too long/],
  [
    'that nobody holds',
    '0x000000000000000000000000000000000000dEaD',
    /^Coins sent to this address would be lost/,
  ],
  ['that is none', 'my wallet', /^This is not a valid address on Ethereum/],
] as const

test('an address is read as it was pasted, and a wrong one says what is wrong', async ({ page }) => {
  const widget = await openWidget(page)
  await widget.amount()
  for (const [, typed, said] of refused) {
    await widget.address(typed)
    await expect(widget.root.getByText(said)).toBeVisible()
    // Nothing goes there, so the purchase in short names no destination.
    await expect(widget.root.getByText(/^fees [\d.]+\sEUR$/)).toBeVisible()
  }
  await widget.field('Wallet address').fill(`“ethereum:${wallet.slice(0, 20)}\u200b ${wallet.slice(20)}@1”`)
  await expect(widget.field('Wallet address')).toHaveValue(wallet)
  await expect(widget.field('Wallet address')).toHaveAttribute('enterkeyhint', 'go')
  await widget.next()
  await expect(widget.field('E-mail')).toBeVisible()
})

test('an X-address becomes an address and its tag', async ({ page }) => {
  const widget = await openWidget(page, { payout_currency: 'XRP' })
  await widget.amount()
  await widget.field('Wallet address').fill('T719a5UwUCnEs54UsxG9CJYYDhwmFCvbJNZbi37gBGkRkbE')
  await expect(widget.field('Wallet address')).toHaveValue('r9cZA1mLK5R5Am25ArfXFmqgNwjZgnfk59')
  await expect(widget.field('Destination tag')).toHaveValue('1')
  await widget.next()
  await expect(widget.field('E-mail')).toBeVisible()
})
