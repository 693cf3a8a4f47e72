import { expect, test } from 'vitest'
import { type Address, type DepositRig, freshWallet, useDepositRig } from './depositRig.ts'

/*
 * Coins that come for orders whose partner names no buyer, above what may come without one. One ETH is 3,000 EUR. After
 * each the books sum to zero, and are what the chain says.
 */

let rig: DepositRig
let wallet: Address
useDepositRig((...opened) => void ([rig, wallet] = opened))

const DAY_MS = 24 * 60 * 60 * 1_000

/** Sets what clients without documents may pay in by coins, EUR. */
async function cap(eur: number): Promise<void> {
  for (const level of ['unverified', 'email_phone', 'basic'])
    expect(await rig.call('tariff', 'set', `caps.crypto.${level}EurCents`, `${eur * 100}`)).toMatchObject({
      ok: true,
    })
  await rig.catalogue.refresh()
}

/** Has the buyer be one who has shown all that is asked for up to a proof of address. */
async function verifyBuyer(orderId: string): Promise<void> {
  const { partnerId = '' } = (await rig.stores.orders.find(orderId)) ?? {}
  const { id } = await rig.stores.clients.findOrMake(partnerId, 'buyer@example.com')
  const text = "update client set level = 'address' where id = $1"
  await rig.query({ name: 'test_level', text, values: [id] })
}

/** An order to the test's own wallet that names no buyer, and for which one ETH came. */
async function paid() {
  await cap(2_999)
  const placed = await rig.placeOrder({ dst_address: wallet })
  await rig.pay(placed.address, '1')
  await rig.settle()
  return placed
}

test('a deposit without a client waits for one, who may pay in so much, and is paid out once', async () => {
  const { id, orderId, entry } = await paid()
  expect(await rig.order(id)).toMatchObject({
    status: 'pending',
    substatus: 'email_pending',
    money: { state: 'taken', amount: '1.000000000000000000' },
  })
  const asked = await rig.partner('GET', `/api/v2/partner/order/verification_url?partner_order_id=${id}`)
  expect(String(asked.at('verification_url'))).toContain(`/o/${orderId}?k=`)
  await verifyBuyer(orderId)
  // What a client gains by waiting is not theirs: the price is the one that pays less.
  rig.pricesAre({ ETH: 3_300n })
  await rig.buyerOf(entry)
  await rig.settle()
  const order = await rig.order(id)
  expect(order).toMatchObject({ status: 'finished', payin_amount: '1.000000000000000000' })
  expect(order.status_log.map(({ status }) => status)).toEqual([
    'payin_pending',
    'processing',
    'pending',
    'auth_success',
    'processing_payout',
    'finished',
  ])
  expect(Number(order.payout_amount)).toBeLessThan(3_000)
  expect(await rig.coinsAt(wallet, 'USDC')).toBe(order.payout_amount)
})

test('a deposit without a client is priced together with deposits received while it waited', async () => {
  const { id, orderId, address, entry } = await paid()
  await rig.pay(address, '0.5')
  await rig.settle()
  expect(await rig.order(id)).toMatchObject({ status: 'pending', substatus: 'email_pending' })
  await verifyBuyer(orderId)
  await rig.buyerOf(entry)
  await rig.settle()
  const order = await rig.order(id)
  expect(order).toMatchObject({ status: 'finished', payin_amount: '1.500000000000000000' })
  expect(await rig.coinsAt(wallet, 'USDC')).toBe(order.payout_amount)
})

test('a deposit without a client goes back after a week to the wallet that its client then names', async () => {
  const { id, entry } = await paid()
  rig.pass(7 * DAY_MS)
  await rig.settle()
  expect(await rig.order(id)).toMatchObject({
    status: 'auth_success',
    refund_address_state: 'needed',
    money: { state: 'owed', amount: '1.000000000000000000' },
  })
  const buyer = await rig.buyerOf(entry)
  const theirs = freshWallet()
  expect((await buyer.enterRefundAddress(theirs, await buyer.code())).status).toBe(200)
  await rig.settle()
  expect(await rig.order(id)).toMatchObject({ status: 'refunded', money: { state: 'returned' } })
  expect(await rig.coinsAt(theirs, 'ETH')).toBe('0.999733333333333333')
  expect(await rig.coinsAt(wallet, 'USDC')).toBe('0.000000')
})

test('a deposit that is small enough to need no client buys what was ordered', async () => {
  await rig.call('tariff', 'set', 'caps.crypto.basicEurCents', '300000')
  await rig.call('tariff', 'set', 'caps.crypto.email_phoneEurCents', '300000')
  await rig.call('tariff', 'set', 'caps.crypto.unverifiedEurCents', '300000')
  await rig.catalogue.refresh()
  const { id, address } = await rig.placeOrder({ dst_address: wallet })
  await rig.pay(address, '1')
  await rig.settle()
  expect(await rig.order(id)).toMatchObject({ status: 'finished' })
})
