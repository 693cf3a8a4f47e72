import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { type Address, type DepositRig, useDepositRig } from './depositRig.ts'

/*
 * Coins that come otherwise than they were asked for. After each the books sum to zero, and are what the chain says.
 */

let rig: DepositRig
let wallet: Address
useDepositRig((...opened) => void ([rig, wallet] = opened))

const MINUTE_MS = 60_000

/** Time passes until an order that saw nothing has lapsed. */
async function lapse(): Promise<void> {
  rig.pass(15 * MINUTE_MS)
  await rig.live(2)
}

/** What the exchange pays for an amount, by the fee route. */
async function paidFor(payin_amount: string): Promise<string> {
  const fee = await rig.send('POST', '/api/v2/public/order/fee', {
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({
      partner_order_id: 'asked',
      payin_currency: 'ETH',
      payin_group: 'crypto',
      payin_amount,
      payout_currency: 'USDC',
    }),
  })
  expect(fee.body).toMatchObject({ payin_amount: expect.any(String) })
  return String(fee.at('payout_amount'))
}

/** Sets what a client of no level may pay in by coins, EUR cents. */
async function capUnverified(cents: string): Promise<void> {
  const words = ['tariff', 'set', 'caps.crypto.unverifiedEurCents', cents]
  expect(await rig.runCommand(...words)).toMatchObject({ ok: true })
  await rig.catalogue.refresh()
}

/** What the shop was told last about an order. */
function lastCallback(): Record<string, unknown> {
  const { client_order } = z
    .object({ client_order: z.record(z.string(), z.unknown()) })
    .parse(JSON.parse(rig.deliveries.at(-1)?.body ?? '{}'))
  return client_order
}

describe('a deposit of too little', () => {
  test('a deposit of too little within the bounds buys what it is worth', async () => {
    const { id, address } = await rig.placeOrder()
    const payout_amount = await paidFor('0.4')
    await rig.pay(address, '0.4')
    await rig.settle()
    expect(await rig.order(id)).toMatchObject({
      status: 'finished',
      payin_amount: '0.400000000000000000',
      payout_amount,
      money: { state: 'taken', amount: '0.400000000000000000' },
    })
  })

  test('a deposit below the bounds waits for more, and buys with all of it', async () => {
    const { id, address } = await rig.placeOrder()
    await rig.pay(address, '0.004')
    await rig.live(4)
    expect(await rig.order(id)).toMatchObject({
      status: 'processing',
      money: { state: 'taken', amount: '0.004000000000000000' },
    })
    await rig.pay(address, '0.2')
    await rig.settle()
    expect(await rig.order(id)).toMatchObject({ status: 'finished', payin_amount: '0.204000000000000000' })
  })

  test('a deposit below the bounds to the end is owed until the buyer says where it goes, and goes back there', async () => {
    const { id, address, entry } = await rig.placeOrder({ client_email: 'buyer@example.com' })
    await rig.pay(address, '0.004')
    await rig.live(4)
    await lapse()
    expect(await rig.order(id)).toMatchObject({
      status: 'auth_success',
      refund_address_state: 'needed',
      money: { state: 'owed', amount: '0.004000000000000000' },
    })
    expect(lastCallback()).toMatchObject({ status: 'auth_success', refund_address_state: 'needed' })
    const buyer = await rig.buyerOf(entry)
    expect((await buyer.view()).at('order.deposit')).toMatchObject({
      refund_address_state: 'needed',
      arrivals: [{ state: 'owed', amount: '0.004000000000000000', currency: 'ETH' }],
    })
    expect((await buyer.enterRefundAddress(wallet, await buyer.code())).status).toBe(200)
    // What the network takes is not known yet.
    expect(await rig.order(id)).toMatchObject({
      money: { state: 'returning', amount: '0.004000000000000000' },
    })
    await rig.settle()
    const order = await rig.order(id)
    const money = { state: 'returned', amount: '0.003733333333333333' }
    expect(order).toMatchObject({
      status: 'refunded',
      refund_address_state: 'given',
      money,
      refund_reason: 'amount_out_of_bounds',
      attempts: [{ method: 'crypto', result: 'succeeded', decline_reason: null }],
    })
    expect(lastCallback()).toMatchObject({ status: 'refunded', money })
    expect(await rig.coinsAt(wallet, 'ETH')).toBe(money.amount)
    expect(JSON.stringify([order, ...rig.deliveries])).not.toContain(wallet)
    expect(await rig.balanceOn('order:' + order.client_order_id, 'ETH')).toBe('0.000000000000000000')
  })

  test('a deposit too small to be worth sending back stays owed, and the buyer reads why', async () => {
    const { id, address, entry } = await rig.placeOrder({ client_email: 'buyer@example.com' })
    await rig.pay(address, '0.0002')
    await rig.live(4)
    await lapse()
    const buyer = await rig.buyerOf(entry)
    expect((await buyer.enterRefundAddress(wallet, await buyer.code())).status).toBe(200)
    await rig.settle()
    expect(await rig.order(id)).toMatchObject({ status: 'auth_success', money: { state: 'owed' } })
    expect((await buyer.view()).at('order.deposit')).toMatchObject({ arrivals: [{ state: 'kept' }] })
    expect(await rig.coinsAt(wallet, 'ETH')).toBe('0.000000000000000000')
  })
})

describe('a deposit of too much', () => {
  test('a deposit of too much buys the amount asked for at the order’s price, and the rest at the price that pays less', async () => {
    const { id, address } = await rig.placeOrder()
    const before = await rig.order(id)
    rig.pricesAre({ ETH: 6_000n })
    await rig.pay(address, '1.5')
    await rig.settle()
    const order = await rig.order(id)
    expect(order).toMatchObject({ status: 'finished', payin_amount: '1.500000000000000000' })
    // The dearer coin would pay twice as much for the rest: the order's rate pays less.
    expect(Number(order.payout_amount) / Number(before.payout_amount)).toBeCloseTo(1.5, 3)
  })

  test('a deposit beyond the bounds is owed at once', async () => {
    const { id, address } = await rig.placeOrder()
    await rig.pay(address, '10')
    await rig.settle()
    expect(await rig.order(id)).toMatchObject({
      status: 'auth_success',
      refund_address_state: 'needed',
      money: { state: 'owed', amount: '10.000000000000000000' },
    })
  })
})

describe('the price of an order', () => {
  test('the order’s price holds for the amount asked for when the market falls meanwhile', async () => {
    const { id, address } = await rig.placeOrder()
    const { payout_amount } = await rig.order(id)
    rig.pricesAre({ ETH: 2_000n })
    await rig.pay(address, '1')
    await rig.settle()
    expect(await rig.order(id)).toMatchObject({ status: 'finished', payout_amount })
  })

  test.for([
    ['falls', 2_000n],
    ['rises', 6_000n],
  ] as const)(
    'the order’s price is no option on less than was asked for when the market %s',
    async ([, price]) => {
      const { id, address } = await rig.placeOrder()
      const atOrder = await paidFor('0.5')
      rig.pricesAre({ ETH: price })
      const atMoment = await paidFor('0.5')
      await rig.pay(address, '0.5')
      await rig.settle()
      const payout_amount = Number(atOrder) < Number(atMoment) ? atOrder : atMoment
      expect(await rig.order(id)).toMatchObject({ status: 'finished', payout_amount })
    },
  )

  test.for([
    ['before twenty minutes have passed', 19, 'at the price of the order'],
    ['after twenty minutes have passed', 21, 'at what pays less'],
  ] as const)('the order’s price holds for a block %s', async ([_when, minutes, balance]) => {
    const { id, address } = await rig.placeOrder()
    const { payout_amount } = await rig.order(id)
    await rig.pay(address, '1')
    await rig.work.tick()
    rig.pass(minutes * MINUTE_MS)
    rig.pricesAre({ ETH: 2_000n })
    const atMoment = await paidFor('1')
    await rig.settle()
    const order = await rig.order(id)
    expect(order).toMatchObject({
      status: 'finished',
      payout_amount: balance === 'at the price of the order' ? payout_amount : atMoment,
    })
  })

  test.for([
    ['falls', 2_000n],
    ['rises', 6_000n],
  ] as const)(
    'the order’s price is no option for a client that the order waits for while the market %s',
    async ([, price]) => {
      const { id, orderId, address } = await rig.placeOrder({ client_email: `waits-${price}@example.com` })
      const { payout_amount: atOrder } = await rig.order(id)
      await capUnverified('100')
      await rig.pay(address, '1')
      await rig.settle()
      expect(await rig.order(id)).toMatchObject({ status: 'pending' })
      rig.pricesAre({ ETH: price })
      const atMoment = await paidFor('1')
      const approved = await rig.runCommand('order', 'approve', orderId, '--reason', 'seen')
      expect(approved).toMatchObject({ ok: true })
      await rig.settle()
      const payout_amount = Number(atOrder) < Number(atMoment) ? atOrder : atMoment
      expect(await rig.order(id)).toMatchObject({ status: 'finished', payout_amount })
      await capUnverified('1500000')
    },
  )

  test('the order’s price does not hold for a transaction that replaced another', async () => {
    const { id, address } = await rig.placeOrder()
    const [from] = z.array(z.string()).parse(await rig.chain.node('eth_accounts'))
    const nonce = await rig.chain.node('eth_getTransactionCount', from, 'latest')
    const value = `0x${(10n ** 18n).toString(16)}`
    const send = (gwei: bigint) => {
      const price = `0x${(gwei * 10n ** 9n).toString(16)}`
      const fees = { maxFeePerGas: price, maxPriorityFeePerGas: price, gas: '0x5208' }
      return rig.chain.node('eth_sendTransaction', { from, to: address, value, nonce, ...fees })
    }
    await send(10n)
    rig.pass(1_000)
    await rig.work.tick()
    rig.pricesAre({ ETH: 2_000n })
    const atMoment = await paidFor('1')
    await send(20n)
    await rig.settle()
    expect(await rig.order(id)).toMatchObject({ status: 'finished', payout_amount: atMoment })
    expect(await rig.coinsAt(address, 'ETH')).toBe('1.000000000000000000')
  })
})

test('a second deposit after the pay-out has begun is owed, and goes back without its order', async () => {
  const { id, address, entry } = await rig.placeOrder({ client_email: 'buyer@example.com' })
  await rig.pay(address, '1')
  await rig.settle()
  await rig.pay(address, '0.5')
  await rig.settle()
  const owed = {
    status: 'finished',
    refund_address_state: 'needed',
    money: { state: 'owed', amount: '0.500000000000000000' },
  }
  expect(await rig.order(id)).toMatchObject(owed)
  expect(lastCallback()).toMatchObject(owed)
  const buyer = await rig.buyerOf(entry)
  expect((await buyer.enterRefundAddress(wallet, await buyer.code())).status).toBe(200)
  await rig.settle()
  expect(await rig.order(id)).toMatchObject({ status: 'finished', money: { state: 'taken' } })
  expect(await rig.coinsAt(wallet, 'ETH')).toBe('0.499733333333333333')
})

test('another coin than was asked for goes back in full, and the order still takes its own', async () => {
  const { id, address, entry } = await rig.placeOrder({ client_email: 'buyer@example.com' })
  await rig.pay(address, '700', 'USDC')
  await rig.live(3)
  expect(await rig.order(id)).toMatchObject({
    status: 'processing',
    money: { state: 'owed', amount: '700.000000', currency: 'USDC' },
  })
  await rig.pay(address, '1')
  await rig.settle()
  expect(await rig.order(id)).toMatchObject({ status: 'finished' })
  const buyer = await rig.buyerOf(entry)
  expect((await buyer.enterRefundAddress(wallet, await buyer.code())).status).toBe(200)
  await rig.settle()
  expect(await rig.coinsAt(wallet, 'USDC')).toBe('699.200000')
})

test('another coin that went back while its order waits leaves the order waiting for its own', async () => {
  const { id, address, entry } = await rig.placeOrder({ client_email: 'buyer@example.com' })
  await rig.pay(address, '700', 'USDC')
  await rig.live(3)
  const buyer = await rig.buyerOf(entry)
  expect((await buyer.enterRefundAddress(wallet, await buyer.code())).status).toBe(200)
  await rig.settle()
  const money = { state: 'returned', amount: '699.200000', currency: 'USDC' }
  expect(await rig.order(id)).toMatchObject({ status: 'processing', money })
  expect(await rig.coinsAt(wallet, 'USDC')).toBe(money.amount)
  await rig.pay(address, '1')
  await rig.settle()
  expect(await rig.order(id)).toMatchObject({ status: 'finished', money: { state: 'taken' } })
})

test('coins to an order that has lapsed are not paid out, and end it refunded once', async () => {
  const { id, orderId, address, entry } = await rig.placeOrder({ client_email: 'buyer@example.com' })
  await lapse()
  expect(await rig.order(id)).toMatchObject({ status: 'expired' })
  await rig.pay(address, '1')
  await rig.settle()
  expect(await rig.order(id)).toMatchObject({
    status: 'expired',
    refund_address_state: 'needed',
    money: { state: 'owed' },
  })
  expect(lastCallback()).toMatchObject({ status: 'expired', refund_address_state: 'needed' })
  const buyer = await rig.buyerOf(entry)
  expect((await buyer.enterRefundAddress(wallet, await buyer.code())).status).toBe(200)
  await rig.settle()
  expect(await rig.order(id)).toMatchObject({
    status: 'refunded',
    money: { state: 'returned' },
    refund_reason: 'late_payment',
  })
  const balance = await rig.coinsAt(wallet, 'ETH')
  for (const words of [
    ['order', 'refund', orderId, '--reason', 'asked'],
    ['owed', 'return', orderId, '--reason', 'asked'],
  ])
    expect((await rig.call(...words)).ok).toBe(false)
  await rig.settle()
  expect(await rig.coinsAt(wallet, 'ETH')).toBe(balance)
})

describe('the wallet that coins go back to', () => {
  async function placeOwed() {
    const { id, address, entry } = await rig.placeOrder({ client_email: 'buyer@example.com' })
    await lapse()
    await rig.pay(address, '1')
    await rig.settle()
    return { id, address, buyer: await rig.buyerOf(entry) }
  }

  test('a wallet for coins that go back is taken with a fresh code alone, and once', async () => {
    const { buyer } = await placeOwed()
    expect((await buyer.enterRefundAddress(wallet, '000000')).body).toMatchObject({
      code: 'code_invalid',
      detail: 'The code is wrong or expired: check it, or request a new one. Nothing was done',
    })
    const code = await buyer.code()
    expect((await buyer.enterRefundAddress(wallet, code)).status).toBe(200)
    expect(
      (await buyer.enterRefundAddress('0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', code)).at('code'),
    ).toBe('order_state')
  })

  test('a wallet for coins that go back is checked against sanctions, and is not the order’s own address', async () => {
    const { id, address, buyer } = await placeOwed()
    await rig.database.query({
      name: 'listed',
      text: `insert into sanctioned_wallet (address, coin, source) values (lower($1), 'ETH', 'test')`,
      values: [wallet],
    })
    // A slip of the pen uses no code up.
    const code = await buyer.code()
    expect((await buyer.enterRefundAddress('0x123', code)).at('code')).toBe('address_invalid')
    expect((await buyer.enterRefundAddress(address, code)).at('code')).toBe('address_invalid')
    expect((await buyer.enterRefundAddress(wallet, code)).at('code')).toBe('address_forbidden')
    await rig.settle()
    expect(await rig.order(id)).toMatchObject({ refund_address_state: 'needed', money: { state: 'owed' } })
  })

  test('an order that waits for nothing asks for no wallet to send coins back to', async () => {
    const { entry } = await rig.placeOrder({ client_email: 'buyer@example.com' })
    const buyer = await rig.buyerOf(entry)
    expect(await buyer.code()).toBe('undefined')
    expect((await buyer.enterRefundAddress(wallet, '000000')).at('code')).toBe('order_state')
  })
})
