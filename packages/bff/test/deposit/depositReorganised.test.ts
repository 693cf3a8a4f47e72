import { describe, expect, test } from 'vitest'
import { attentionReasonOf } from './attentionReasonOf.ts'
import { type Address, type DepositRig, useDepositRig } from './depositRig.ts'
import { bytesOf, depthOf, reorganise, replace, removeTransaction } from './reorganise.ts'

/*
 * What reorganisations of the chain do to coins that came. After each the books sum to zero, and are what the chain says.
 */

let rig: DepositRig
let wallet: Address
useDepositRig((...opened) => void ([rig, wallet] = opened), { capEurCents: '100000000' })

const MINUTE_MS = 60_000

/** An amount and one more. */
const plusOne = (amount: string) => amount.replace(/^\d+/, (whole) => String(Number(whole) + 1))

describe('a reorganisation', () => {
  test('a reorganisation that removes coins before they counted leaves the order as if they had not been sent', async () => {
    const { id, address } = await rig.placeOrder()
    await rig.pay(address, '1')
    await rig.live(1)
    expect(await rig.order(id)).toMatchObject({ money: { state: 'checking' } })
    await reorganise(rig, 1)
    expect(await rig.order(id)).toMatchObject({ status: 'processing', money: { state: 'not_taken' } })
    rig.pass(15 * MINUTE_MS)
    await rig.live(2)
    expect(await rig.order(id)).toMatchObject({ status: 'expired', money: { state: 'not_taken' } })
  })

  test('a reorganisation that takes coins away after they counted stops their order, and the operator reads of it', async () => {
    const { id, orderId, address } = await rig.placeOrder()
    const before = await rig.balanceOn('deposits', 'ETH')
    const txid = await rig.pay(address, '0.004')
    await rig.live(3)
    expect(await rig.order(id)).toMatchObject({ money: { state: 'taken' } })
    const raw = await removeTransaction(rig, txid)
    expect(await attentionReasonOf(rig, orderId)).toBe('contradiction')
    expect(await rig.order(id)).toMatchObject({ status: 'processing', money: { state: 'not_taken' } })
    expect(await rig.balanceOn('deposits', 'ETH')).toBe(before)
    // The same coins come again, and the order goes on with them once the operator has looked.
    await rig.chain.node('eth_sendRawTransaction', raw)
    await rig.live(4)
    expect(await rig.order(id)).toMatchObject({ money: { state: 'taken', amount: '0.004000000000000000' } })
    expect(await rig.call('order', 'resolve', orderId, 'continue', '--reason', 'seen')).toMatchObject({
      ok: true,
    })
    await rig.pay(address, '0.2')
    await rig.liveUntil(id, 'finished')
    expect(await rig.order(id)).toMatchObject({ status: 'finished', payin_amount: '0.204000000000000000' })
  })

  test('an order whose only coins a reorganisation takes away for good expires once the operator has looked', async () => {
    const { id, orderId, address, entry } = await rig.placeOrder({ client_email: 'buyer@example.com' })
    const txid = await rig.pay(address, '0.004')
    await rig.live(3)
    const raw = await removeTransaction(rig, txid)
    const buyer = await rig.buyerOf(entry)
    expect((await buyer.view()).at('order.deposit')).toMatchObject({
      is_stopped: true,
      arrivals: [{ state: 'gone' }],
    })
    const words = ['order', 'resolve', orderId, 'continue', '--reason', 'seen']
    const { output } = await rig.exchangeRig.runCommand(...words)
    expect(output).toMatch(/goes on where it stopped: it is not paid, and expires at 2026-03-01T/)
    expect((await buyer.view()).at('order.deposit')).toMatchObject({ is_stopped: false, is_awaited: true })
    rig.pass(15 * MINUTE_MS)
    await rig.live(2)
    const ended = { status: 'expired', money: { state: 'not_taken', amount: '1.000000000000000000' } }
    expect(await rig.order(id)).toMatchObject(ended)
    const bodies = rig.deliveries.map(({ body }) => body).filter((body) => body.includes(orderId))
    expect(JSON.parse(bodies.at(-1) ?? '{}')).toMatchObject({ client_order: ended })
    expect(await attentionReasonOf(rig, orderId)).toBeUndefined()
    expect(await rig.balanceOn(`order:${orderId}`, 'ETH')).toBe('0.000000000000000000')
    // The same coins come again after all: nothing is bought with them, and they go back.
    await rig.chain.node('eth_sendRawTransaction', raw)
    await rig.live(4)
    expect(await rig.order(id)).toMatchObject({ status: 'expired', money: { state: 'owed' } })
    expect((await buyer.enterRefundAddress(wallet, await buyer.code())).status).toBe(200)
    await rig.liveUntil(id, 'refunded')
    expect(await rig.order(id)).toMatchObject({ status: 'refunded', money: { state: 'returned' } })
    expect(await rig.coinsAt(wallet, 'ETH')).toBe('0.003733333333333333')
  })

  test('a reorganisation that brings coins into a formerly empty block loses none', async () => {
    const { id, address } = await rig.placeOrder()
    await rig.live(5)
    await rig.chain.node('anvil_rollback', 4)
    await rig.pay(address, '1')
    for (let block = 0; block < 4; block++) {
      rig.pass(1_000)
      await rig.chain.mineAt(rig.exchange.clock.now())
    }
    await rig.liveUntil(id, 'finished')
    expect(await rig.order(id)).toMatchObject({ status: 'finished', money: { state: 'taken' } })
  })

  describe('an order whose pay-out has left', () => {
    async function paidOut() {
      const order = await rig.placeOrder({ dst_address: wallet })
      const deposits = await rig.balanceOn('deposits', 'ETH')
      const txid = await rig.pay(order.address, '1')
      await rig.liveUntil(order.id, 'finished')
      const { status, payout_amount } = await rig.order(order.id)
      expect(status).toBe('finished')
      return { ...order, txid, payout_amount, deposits }
    }
    const missing = { account: 'deposits', asset: 'ETH', difference: '-1.000000000000000000' }
    const owesUs = (orderId: string) => rig.balanceOn(`order:${orderId}`, 'ETH')

    test('a buyer whose coins a reorganisation takes away after the pay-out owes for it, and is given nothing', async () => {
      const { id, orderId, txid, payout_amount, deposits } = await paidOut()
      await replace(rig, await depthOf(rig, txid))
      expect(await rig.call('chain', 'reconcile')).toMatchObject({
        ok: false,
        result: { accounts: expect.arrayContaining([expect.objectContaining(missing)]) },
      })
      await reorganise(rig, 1)
      expect(await attentionReasonOf(rig, orderId)).toBe('contradiction')
      expect(await rig.order(id)).toMatchObject({ status: 'finished', money: { state: 'not_taken' } })
      expect(await rig.balanceOn('deposits', 'ETH')).toBe(deposits)
      expect(await owesUs(orderId)).toBe('1.000000000000000000')
      // It is no fault of the books: a person is told of it otherwise.
      expect((await rig.call('ledger', 'trial-balance')).ok).toBe(true)
      for (const words of [
        ['order', 'refund', orderId],
        ['owed', 'return', orderId],
      ])
        expect(await rig.call(...words, '--reason', 'asked')).toMatchObject({ ok: false })
      expect((await rig.call('order', 'resolve', orderId, 'continue', '--reason', 'seen')).ok).toBe(false)
      const losses = await rig.balanceOn('chargeback', 'ETH')
      await writeOff(orderId)
      expect(await rig.balanceOn('chargeback', 'ETH')).toBe(plusOne(losses))
      await rig.settle()
      expect(await rig.coinsAt(wallet, 'USDC')).toBe(payout_amount)
    })

    test('coins that a reorganisation takes away after the pay-out are written off, and no loss once they are back', async () => {
      const { id, orderId, txid, payout_amount } = await paidOut()
      const raw = await removeTransaction(rig, txid)
      const losses = await rig.balanceOn('chargeback', 'ETH')
      await writeOff(orderId)
      // Nobody here has the coins: the operator bears what left for them, and the buyer has both.
      expect(await rig.order(id)).toMatchObject({ status: 'finished', money: { state: 'not_taken' } })
      expect((await rig.call('order', 'resolve', orderId, 'settle', '--reason', 'twice')).ok).toBe(false)
      await rig.chain.node('eth_sendRawTransaction', raw)
      await rig.live(4)
      expect(await rig.order(id)).toMatchObject({ status: 'finished', money: { state: 'taken' } })
      expect(await rig.balanceOn('chargeback', 'ETH')).toBe(losses)
      expect(await owesUs(orderId)).toBe('0.000000000000000000')
      expect(await rig.coinsAt(wallet, 'USDC')).toBe(payout_amount)
    })

    /** The operator bears what its buyer would owe. */
    async function writeOff(orderId: string): Promise<void> {
      const settled = await rig.call('order', 'resolve', orderId, 'settle', '--reason', 'written off')
      expect(settled).toMatchObject({ ok: true, result: { status: 'finished', hold_reason: null } })
      expect(await owesUs(orderId)).toBe('0.000000000000000000')
      expect(await attentionReasonOf(rig, orderId)).toBeUndefined()
    }

    test('coins that a reorganisation brings again later leave the order as it was, with nothing owed or paid twice', async () => {
      const { id, orderId, txid, payout_amount } = await paidOut()
      const raw = await removeTransaction(rig, txid)
      await rig.chain.node('eth_sendRawTransaction', raw)
      await rig.live(4)
      const order = await rig.order(id)
      expect(order.refund_address_state).toBeUndefined()
      expect(order).toMatchObject({
        status: 'finished',
        money: { state: 'taken', amount: '1.000000000000000000' },
      })
      expect(await owesUs(orderId)).toBe('0.000000000000000000')
      expect(await attentionReasonOf(rig, orderId)).toBe('contradiction')
      expect(await rig.call('order', 'resolve', orderId, 'continue', '--reason', 'seen')).toMatchObject({
        ok: true,
      })
      expect(await attentionReasonOf(rig, orderId)).toBeUndefined()
      await rig.settle()
      expect(await rig.coinsAt(wallet, 'USDC')).toBe(payout_amount)
    })

    test('a pay-out that moves no coins after a reorganisation tells its order, whose money goes back', async () => {
      const { id, orderId } = await paidOut()
      const order = await rig.stores.orders.find(orderId)
      const txid = order?.payout?.state === 'done' ? order.payout.txid : ''
      const { USDC } = rig.chain.settings.tokens
      const code = await rig.chain.node('eth_getCode', USDC, 'latest')
      const depth = await depthOf(rig, txid)
      await rig.chain.node('anvil_rollback', depth)
      await rig.chain.node('anvil_setCode', USDC, '0x60006000fd')
      await rig.live(depth + 2)
      await rig.chain.node('anvil_setCode', USDC, code)
      await rig.settle()
      expect(await attentionReasonOf(rig, orderId)).toBe('payout_failed')
      expect(await rig.coinsAt(wallet, 'USDC')).toBe('0.000000')
      expect(await rig.order(id)).toMatchObject({ money: { state: 'taken' } })
      expect(await rig.call('order', 'resolve', orderId, 'refund', '--reason', 'not paid')).toMatchObject({
        ok: true,
      })
      expect(await rig.order(id)).toMatchObject({ refund_address_state: 'needed', money: { state: 'owed' } })
    })

    test('a reorganisation that takes one of two deposits leaves the other what it was paid for', async () => {
      const { id, orderId, address } = await rig.placeOrder({ dst_address: wallet })
      await rig.pay(address, '0.004')
      await rig.live(4)
      const txid = await rig.pay(address, '0.2')
      await rig.settle()
      await removeTransaction(rig, txid)
      const order = await rig.order(id)
      expect(order.refund_address_state).toBeUndefined()
      expect(order).toMatchObject({
        status: 'finished',
        money: { state: 'taken', amount: '0.004000000000000000' },
      })
      expect(await owesUs(orderId)).toBe('0.200000000000000000')
      expect((await rig.call('order', 'refund', orderId, '--reason', 'asked')).ok).toBe(false)
    })

    test('a reorganisation that only puts the coins into another block changes nothing', async () => {
      const { id, orderId, txid } = await paidOut()
      const raw = await bytesOf(rig, txid)
      const depth = await depthOf(rig, txid)
      await rig.chain.node('anvil_rollback', depth)
      await rig.chain.node('anvil_dropAllTransactions')
      await rig.chain.node('eth_sendRawTransaction', raw)
      await rig.live(depth + 2)
      expect(await rig.order(id)).toMatchObject({ status: 'finished', money: { state: 'taken' } })
      expect(await attentionReasonOf(rig, orderId)).toBeUndefined()
    })
  })

  test('a reorganisation that takes coins away before the pay-out leaves nothing on an order settled by hand', async () => {
    const { address: hotWallet } = rig.chain.settings.keys.hotWallet
    const balance = await rig.chain.client.getBalance({ address: hotWallet })
    const holds = (units: bigint) => rig.chain.node('anvil_setBalance', hotWallet, `0x${units.toString(16)}`)
    const { id, orderId, address } = await rig.placeOrder({ dst_address: wallet })
    const txid = await rig.pay(address, '1')
    await holds(0n)
    await rig.settle()
    expect(await rig.order(id)).toMatchObject({ status: 'processing_payout', money: { state: 'taken' } })
    await replace(rig, await depthOf(rig, txid))
    await holds(0n)
    await rig.live(1)
    expect(await attentionReasonOf(rig, orderId)).toBe('contradiction')
    const settled = await rig.call('order', 'resolve', orderId, 'settle', '--reason', 'never came')
    expect(settled).toMatchObject({ ok: true, result: { hold_reason: null } })
    await holds(balance)
    await rig.settle()
    expect(await rig.order(id)).toMatchObject({ status: 'refunded', money: { state: 'not_taken' } })
    expect(await rig.coinsAt(wallet, 'USDC')).toBe('0.000000')
    expect(await rig.balanceOn(`order:${orderId}`, 'ETH')).toBe('0.000000000000000000')
    expect(await rig.balanceOn(`order:${orderId}`, 'USDC')).toBe('0.000000')
    expect(await rig.call('ledger', 'trial-balance')).toMatchObject({ ok: true })
  })

  describe('coins that go back', () => {
    async function placeOwed() {
      const { id, orderId, address, entry } = await rig.placeOrder({ client_email: 'buyer@example.com' })
      rig.pass(15 * MINUTE_MS)
      await rig.live(2)
      const txid = await rig.pay(address, '1')
      await rig.settle()
      expect(await rig.order(id)).toMatchObject({ status: 'expired', money: { state: 'owed' } })
      return { id, orderId, txid, buyer: await rig.buyerOf(entry) }
    }

    test('coins that a reorganisation takes away before they were sent back are not sent back', async () => {
      const { id, orderId, txid, buyer } = await placeOwed()
      const { address } = rig.chain.settings.keys.hotWallet
      await rig.chain.node('anvil_setBalance', address, '0x0')
      expect((await buyer.enterRefundAddress(wallet, await buyer.code())).status).toBe(200)
      await rig.work.tick()
      expect(await rig.order(id)).toMatchObject({ money: { state: 'returning' } })
      await replace(rig, await depthOf(rig, txid))
      const balance = await rig.chain.client.getBalance({ address })
      await rig.chain.node('anvil_setBalance', address, '0x0')
      await rig.work.tick()
      await rig.chain.node('anvil_setBalance', address, `0x${balance.toString(16)}`)
      await rig.settle()
      await rig.settle()
      expect(await attentionReasonOf(rig, orderId)).toBe('contradiction')
      expect(await rig.coinsAt(wallet, 'ETH')).toBe('0.000000000000000000')
      expect(await rig.balanceOn(`order:${orderId}`, 'ETH')).toBe('0.000000000000000000')
    })

    test('coins that a reorganisation takes away after they were sent back are a loss, until they are there again', async () => {
      const { id, orderId, txid, buyer } = await placeOwed()
      expect((await buyer.enterRefundAddress(wallet, await buyer.code())).status).toBe(200)
      await rig.liveUntil(id, 'refunded')
      expect(await rig.order(id)).toMatchObject({ status: 'refunded', money: { state: 'returned' } })
      const losses = await rig.balanceOn('chargeback', 'ETH')
      const raw = await removeTransaction(rig, txid)
      await rig.settle()
      expect(await attentionReasonOf(rig, orderId)).toBe('contradiction')
      expect(await rig.balanceOn('chargeback', 'ETH')).toBe(plusOne(losses))
      await rig.chain.node('eth_sendRawTransaction', raw)
      await rig.settle()
      expect(await rig.balanceOn('chargeback', 'ETH')).toBe(losses)
      expect(await rig.order(id)).toMatchObject({ status: 'refunded', money: { state: 'returned' } })
      expect(await rig.coinsAt(wallet, 'ETH')).toBe('0.999733333333333333')
    })
  })
})
