import { expect, test } from 'vitest'
import { sendThroughContract } from '../http/sendThroughContract.ts'
import { attentionReasonOf } from './attentionReasonOf.ts'
import { type Address, type DepositRig, freshWallet, useDepositRig } from './depositRig.ts'
import { removeTransaction } from './reorganise.ts'

/*
 * Coins that a contract sends to an address, of which no block tells: the operator gives them to their order. After each
 * the books sum to zero, and are what the chain says.
 */

let rig: DepositRig
let wallet: Address
useDepositRig((...opened) => void ([rig, wallet] = opened))

const one = '0xde0b6b3a7640000'
const half = '0x6f05b59d3b20000'

const credit = (orderId: string, txid: string) =>
  rig.call('chain', 'credit', orderId, txid, '--reason', 'sent by a smart wallet', '--actor', 'Grace')

test('coins that a contract sent are named when books and chain are compared, and given by the operator', async () => {
  const { id, orderId, address } = await rig.placeOrder()
  const txid = await sendThroughContract(rig, address, one)
  await rig.settle()
  expect(await rig.order(id)).toMatchObject({ money: { state: 'not_taken' } })
  const amount = '1.000000000000000000'
  expect(await rig.call('chain', 'reconcile')).toMatchObject({
    ok: false,
    result: {
      agrees: false,
      accounts: expect.arrayContaining([
        expect.objectContaining({ account: 'deposits', asset: 'ETH', difference: amount }),
      ]),
      unaccounted: [{ client_order_id: orderId, address, asset: 'ETH', amount }],
    },
  })
  expect(await credit(orderId, txid)).toEqual({
    ok: true,
    result: { client_order_id: orderId, txid, amount, currency: 'ETH' },
  })
  await rig.settle()
  expect(await rig.order(id)).toMatchObject({ status: 'finished', money: { state: 'taken', amount } })
  expect(await rig.call('chain', 'reconcile')).toMatchObject({ ok: true, result: { unaccounted: [] } })
  expect((await rig.call('order', 'show', orderId)).result).toMatchObject({
    acts: [{ act: 'chain credit', reason: 'sent by a smart wallet', actor: 'Grace' }],
  })
  expect((await credit(orderId, txid)).ok).toBe(false)
  await rig.settle()
  expect(await rig.coinsAt(address, 'ETH')).toBe(amount)
})

test('coins that a contract sent go to no order before they are final, by no false transaction, and not twice', async () => {
  const { id, orderId, address } = await rig.placeOrder()
  const other = await rig.placeOrder()
  const txid = await sendThroughContract(rig, address, one)
  await rig.live(1)
  expect((await credit(orderId, txid)).ok).toBe(false)
  await rig.live(2)
  expect((await credit(orderId, `0x${'1'.repeat(64)}`)).ok).toBe(false)
  expect((await credit(other.orderId, txid)).ok).toBe(false)
  const both = await Promise.all([credit(orderId, txid), credit(orderId, txid)])
  expect(both.filter(({ ok }) => ok)).toHaveLength(1)
  await rig.settle()
  expect(await rig.order(id)).toMatchObject({ status: 'finished', payin_amount: '1.000000000000000000' })
})

test('coins that a contract sent are given by their own transaction alone, and no more than it brought', async () => {
  const terms = { client_email: 'buyer@example.com', dst_address: wallet }
  const { id, orderId, address, entry } = await rig.placeOrder(terms)
  const elsewhere = await sendThroughContract(rig, freshWallet(), one)
  await rig.live(1)
  const first = await sendThroughContract(rig, address, one)
  await rig.live(1)
  const second = await sendThroughContract(rig, address, half)
  await rig.live(2)
  expect(await credit(orderId, elsewhere)).toMatchObject({
    ok: false,
    result: { error: expect.stringContaining('brought nothing to the address') },
  })
  expect(await credit(orderId, first)).toMatchObject({ ok: true, result: { amount: '1.000000000000000000' } })
  await rig.settle()
  const { payout_amount } = await rig.order(id)
  expect(await credit(orderId, second)).toMatchObject({
    ok: true,
    result: { amount: '0.500000000000000000' },
  })
  await rig.settle()
  expect(await rig.order(id)).toMatchObject({ status: 'finished', refund_address_state: 'needed' })
  const buyer = await rig.buyerOf(entry)
  expect((await buyer.enterRefundAddress(freshWallet(), await buyer.code())).status).toBe(200)
  await rig.settle()
  expect(await rig.order(id)).toMatchObject({ status: 'finished', money: { state: 'taken' } })
  expect(await rig.coinsAt(wallet, 'USDC')).toBe(payout_amount)
})

test('coins that a plain transfer brought are not given by hand', async () => {
  const { orderId, address } = await rig.placeOrder()
  const plain = await rig.pay(address, '0.004')
  await rig.live(3)
  const txid = await sendThroughContract(rig, address, one)
  await rig.live(3)
  expect((await credit(orderId, plain)).ok).toBe(false)
  expect(await credit(orderId, txid)).toMatchObject({ ok: true, result: { amount: '1.000000000000000000' } })
  await rig.settle()
})

test('coins that a contract sent are owed where their order has ended, and go back to the buyer’s wallet', async () => {
  const { id, orderId, address, entry } = await rig.placeOrder({ client_email: 'buyer@example.com' })
  rig.pass(15 * 60_000)
  await rig.live(2)
  expect(await rig.order(id)).toMatchObject({ status: 'expired' })
  const txid = await sendThroughContract(rig, address, one)
  await rig.live(2)
  expect((await credit(orderId, txid)).ok).toBe(true)
  await rig.live(1)
  expect(await rig.order(id)).toMatchObject({
    status: 'expired',
    refund_address_state: 'needed',
    money: { state: 'owed', amount: '1.000000000000000000' },
  })
  const buyer = await rig.buyerOf(entry)
  expect((await buyer.enterRefundAddress(wallet, await buyer.code())).status).toBe(200)
  await rig.settle()
  expect(await rig.order(id)).toMatchObject({ status: 'refunded', money: { state: 'returned' } })
  expect(await rig.coinsAt(wallet, 'ETH')).toBe('0.999733333333333333')
  expect((await credit(orderId, txid)).ok).toBe(false)
})

test('coins given by hand that a reorganisation takes away are lost, and can be given again when they return', async () => {
  const { id, orderId, address } = await rig.placeOrder({ dst_address: wallet })
  const txid = await sendThroughContract(rig, address, one)
  await rig.live(2)
  expect((await credit(orderId, txid)).ok).toBe(true)
  await rig.settle()
  const { status, payout_amount } = await rig.order(id)
  expect(status).toBe('finished')
  const raw = await removeTransaction(rig, txid)
  expect(await attentionReasonOf(rig, orderId)).toBe('contradiction')
  expect(await rig.order(id)).toMatchObject({ status: 'finished', money: { state: 'not_taken' } })
  expect((await credit(orderId, txid)).ok).toBe(false)
  await rig.chain.node('eth_sendRawTransaction', raw)
  await rig.live(3)
  expect(await rig.call('chain', 'reconcile')).toMatchObject({
    ok: false,
    result: { unaccounted: [{ client_order_id: orderId, amount: '1.000000000000000000' }] },
  })
  expect((await credit(orderId, txid)).ok).toBe(true)
  await rig.settle()
  expect(await rig.order(id)).toMatchObject({ status: 'finished', money: { state: 'taken' } })
  expect((await rig.call('order', 'resolve', orderId, 'continue', '--reason', 'seen')).ok).toBe(true)
  expect(await attentionReasonOf(rig, orderId)).toBeUndefined()
  expect(await rig.coinsAt(wallet, 'USDC')).toBe(payout_amount)
  expect((await credit(orderId, txid)).ok).toBe(false)
})
