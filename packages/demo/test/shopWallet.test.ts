import { expect, test } from 'vitest'

type Order = Readonly<Record<string, string>>
type Wallet = { readonly paidOut: (orders: readonly Order[]) => ReadonlyMap<string, string> }
/** A script of the page, which a browser reads as it is. */
const { paidOut } = (await import(new URL('../page/wallet.js', import.meta.url).href)) as Wallet

const order = {
  partner_order_id: 'bought',
  status: 'finished',
  payin_amount: '100.00',
  payin_currency: 'EUR',
  payout_amount: '0.035000000000000000',
  payout_currency: 'ETH',
  payout_group: 'balance',
}

test('the shop’s wallet counts coins once that were bought to a balance and then withdrawn', () => {
  const withdrawn = { ...order, partner_order_id: 'withdrawn', payout_amount: '0.02', payout_group: 'crypto' }
  expect([...paidOut([order])]).toEqual([])
  expect([...paidOut([order, withdrawn])]).toEqual([['ETH', '0.02']])
  expect([...paidOut([{ ...withdrawn, status: 'processing_payout' }])]).toEqual([])
})
