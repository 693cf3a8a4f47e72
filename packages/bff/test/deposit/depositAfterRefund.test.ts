import { describe, expect, test } from 'vitest'
import { attentionReasonOf } from './attentionReasonOf.ts'
import { type Address, type DepositRig, freshWallet, useDepositRig } from './depositRig.ts'
import { reorganise, removeTransaction } from './reorganise.ts'

/*
 * Coins that come, go or come again while the operator has their order's money sent back. After each the books sum to
 * zero, and are what the chain says.
 */

let rig: DepositRig
let wallet: Address
useDepositRig((...opened) => void ([rig, wallet] = opened))

const MINUTE_MS = 60_000

describe('an order that is refunded while more of its money is in a block', () => {
  const none = '0.000000000000000000'
  const back = '0.003733333333333333'

  /** 0.004 ETH had counted and are told to go back, while 0.2 ETH are in the chain's last block. */
  async function refundOrdered() {
    const terms = { client_email: 'buyer@example.com', dst_address: freshWallet() }
    const { id, orderId, address, entry } = await rig.placeOrder(terms)
    await rig.pay(address, '0.004')
    await rig.live(3)
    await rig.pay(address, '0.2')
    await rig.live(1)
    expect((await rig.call('order', 'refund', orderId, '--reason', 'asked')).ok).toBe(true)
    expect(await rig.order(id)).toMatchObject({ money: { state: 'owed' } })
    return { id, orderId, address, paid: terms.dst_address, buyer: await rig.buyerOf(entry) }
  }

  test('a refunded order has money in a block owed, and does not expire, when a reorganisation takes that block away', async () => {
    const { id, paid } = await refundOrdered()
    await reorganise(rig, 1)
    rig.pass(20 * MINUTE_MS)
    await rig.live(2)
    expect(await rig.order(id)).toMatchObject({
      status: 'auth_success',
      refund_address_state: 'needed',
      money: { state: 'owed', amount: '0.004000000000000000' },
    })
    expect(await rig.coinsAt(paid, 'USDC')).toBe('0.000000')
  })

  test('a refunded order is refunded once, whatever was seen and taken away before its money was back', async () => {
    const { id, orderId, address, paid, buyer } = await refundOrdered()
    await reorganise(rig, 1)
    expect((await buyer.enterRefundAddress(wallet, await buyer.code())).status).toBe(200)
    await rig.live(2)
    await rig.pay(address, '0.2')
    await rig.live(1)
    expect(await rig.order(id)).toMatchObject({ status: 'refunded', money: { state: 'checking' } })
    await reorganise(rig, 1)
    await rig.settle()
    expect(await rig.order(id)).toMatchObject({ status: 'refunded', money: { state: 'returned' } })
    expect(await attentionReasonOf(rig, orderId)).toBeUndefined()
    expect(await rig.coinsAt(wallet, 'ETH')).toBe(back)
    expect(await rig.balanceOn(`order:${orderId}`, 'ETH')).toBe(none)
    expect(await rig.coinsAt(paid, 'USDC')).toBe('0.000000')
  })

  test('a refunded order buys nothing with what still comes, and sends it back as well', async () => {
    const { id, orderId, paid, buyer } = await refundOrdered()
    expect((await buyer.enterRefundAddress(wallet, await buyer.code())).status).toBe(200)
    await rig.settle()
    await rig.settle()
    expect(await rig.order(id)).toMatchObject({ status: 'refunded', money: { state: 'returned' } })
    expect(await rig.coinsAt(wallet, 'ETH')).toBe('0.203466666666666666')
    expect(await rig.balanceOn(`order:${orderId}`, 'ETH')).toBe(none)
    expect(await rig.coinsAt(paid, 'USDC')).toBe('0.000000')
  })
})

test('an order lapses in its time while coins that it never asked for are on their way back', async () => {
  const terms = { client_email: 'buyer@example.com', dst_address: freshWallet() }
  const { id, address, entry } = await rig.placeOrder(terms)
  await rig.pay(address, '700', 'USDC')
  await rig.live(3)
  const buyer = await rig.buyerOf(entry)
  expect((await buyer.enterRefundAddress(wallet, await buyer.code())).status).toBe(200)
  await rig.work.tick()
  rig.pass(16 * MINUTE_MS)
  // The transfer back is in one block, of the two that it takes to be final.
  await rig.live(1)
  rig.pass(1_000)
  await rig.work.tick()
  expect(await rig.order(id)).toMatchObject({
    status: 'expired',
    money: { state: 'returning', amount: '699.200000' },
  })
  await rig.pay(address, '1')
  await rig.settle()
  expect(await rig.coinsAt(terms.dst_address, 'USDC')).toBe('0.000000')
  expect(await rig.coinsAt(wallet, 'ETH')).not.toBe('0.000000000000000000')
})

test('an order that waits for its client, and lost money to a reorganisation, is not said to wait for more', async () => {
  const { id, orderId, address } = await rig.placeOrder({ client_email: 'waits@example.com' })
  await rig.pay(address, '0.004')
  await rig.live(3)
  const cap = async (cents: string) => {
    const words = ['tariff', 'set', 'caps.crypto.unverifiedEurCents', cents]
    expect(await rig.exchangeRig.runCommand(...words)).toMatchObject({ ok: true })
    await rig.catalogue.refresh()
  }
  await cap('100')
  const txid = await rig.pay(address, '0.2')
  await rig.live(3)
  expect(await rig.order(id)).toMatchObject({ status: 'pending' })
  await removeTransaction(rig, txid)
  expect(await attentionReasonOf(rig, orderId)).toBe('contradiction')
  const words = ['order', 'resolve', orderId, 'continue', '--reason', 'seen']
  const { output } = await rig.exchangeRig.runCommand(...words)
  expect(output).toContain('goes on where it stopped. Its status is pending.')
  await cap('1500000')
})

test('coins that reappear during their order’s refund buy nothing, and go back too', async () => {
  const terms = { client_email: 'buyer@example.com', dst_address: freshWallet() }
  const { id, orderId, address, entry } = await rig.placeOrder(terms)
  await rig.pay(address, '700', 'USDC')
  await rig.live(3)
  const buyer = await rig.buyerOf(entry)
  expect((await buyer.enterRefundAddress(wallet, await buyer.code())).status).toBe(200)
  await rig.settle()
  await rig.pay(address, '0.001')
  await rig.live(3)
  const txid = await rig.pay(address, '0.004')
  await rig.live(3)
  expect(await rig.order(id)).toMatchObject({ money: { state: 'taken', amount: '0.005000000000000000' } })
  const raw = await removeTransaction(rig, txid)
  expect(await attentionReasonOf(rig, orderId)).toBe('contradiction')
  expect((await rig.call('order', 'refund', orderId, '--reason', 'asked')).ok).toBe(true)
  // What comes again would be enough for its order at this price.
  rig.pricesAre({ ETH: 12_000n })
  await rig.chain.node('eth_sendRawTransaction', raw)
  await rig.settle()
  await rig.settle()
  expect(await rig.coinsAt(terms.dst_address, 'USDC')).toBe('0.000000')
  expect(await rig.order(id)).toMatchObject({
    status: 'refunded',
    money: { state: 'returned', amount: '0.004866666666666666' },
  })
  expect(await rig.coinsAt(wallet, 'ETH')).toBe('0.004866666666666666')
  expect(await rig.balanceOn(`order:${orderId}`, 'ETH')).toBe('0.000000000000000000')
})
