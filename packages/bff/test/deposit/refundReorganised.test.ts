import { describe, expect, test } from 'vitest'
import { attentionReasonOf } from './attentionReasonOf.ts'
import { type Address, type DepositRig, useDepositRig } from './depositRig.ts'
import { bytesOf, depthOf, replace } from './reorganise.ts'

/*
 * What reorganisations of the chain do to coins that had gone back to their buyer.
 */

let rig: DepositRig
let wallet: Address
useDepositRig((...opened) => void ([rig, wallet] = opened))

const MINUTE_MS = 60_000

describe('a refund in coins that had arrived', () => {
  const none = '0.000000000000000000'
  const sent = '0.999733333333333333'

  /** An order whose coins are back at the wallet, and the bytes of the deposit's transaction. */
  async function sentBack() {
    const { id, orderId, address, entry } = await rig.placeOrder({ client_email: 'buyer@example.com' })
    rig.pass(15 * MINUTE_MS)
    await rig.live(2)
    const txid = await rig.pay(address, '1')
    await rig.settle()
    const buyer = await rig.buyerOf(entry)
    expect((await buyer.enterRefundAddress(wallet, await buyer.code())).status).toBe(200)
    await rig.liveUntil(id, 'refunded')
    expect(await rig.order(id)).toMatchObject({ status: 'refunded', money: { state: 'returned' } })
    expect(await rig.coinsAt(wallet, 'ETH')).toBe(sent)
    return { id, orderId, txid, buyer }
  }

  /** How many blocks there are from the last payment on that ended so. */
  async function depthOfLast(state: 'done' | 'reverted'): Promise<number> {
    const [{ depth } = { depth: 0 }] = await rig.database.query<{ depth: number }>({
      name: 'depth_of_last_payout',
      text: `select (w.seen_height - max(p.block_number) + 1)::int4 as depth
        from chain_payout p, chain_wallet w where p.state = $1 group by w.seen_height`,
      values: [state],
    })
    return depth
  }

  async function lastReverted(): Promise<string> {
    const [row] = await rig.database.query<{ txid: string }>({
      name: 'last_reverted_payout',
      text: `select txid from chain_payout where state = 'reverted' order by nonce desc limit 1`,
      values: [],
    })
    return row?.txid ?? ''
  }

  /** A reorganisation after which the wallet takes nothing, so that the same bytes move nothing. */
  async function undo(): Promise<void> {
    const depth = await depthOfLast('done')
    await rig.chain.node('anvil_rollback', depth)
    await rig.chain.node('anvil_setCode', wallet, REFUSES)
    await rig.live(depth + 4)
    await rig.chain.node('anvil_setCode', wallet, '0x')
  }
  /** Code that takes nothing. */
  const REFUSES = '0x60006000fd'

  async function expectOwed({ id, orderId }: { id: string; orderId: string }): Promise<void> {
    expect(await rig.order(id)).toMatchObject({
      status: 'refunded',
      money: { state: 'owed', amount: '1.000000000000000000' },
    })
    expect(await attentionReasonOf(rig, orderId)).toBe('owed')
    expect(await rig.balanceOn(`owed:${orderId}`, 'ETH')).toBe('-1.000000000000000000')
    expect(await rig.coinsAt(wallet, 'ETH')).toBe(none)
    expect(await rig.call('chain', 'reconcile')).toMatchObject({ result: { agrees: true } })
  }

  test('a refund that moves nothing after a reorganisation is owed again, as everybody reads, and paid once more', async () => {
    const order = await sentBack()
    await undo()
    await expectOwed(order)
    expect((await order.buyer.view()).at('order.deposit.arrivals')).toMatchObject([{ state: 'owed' }])
    await rig.settle()
    await expectOwed(order)
    const paid = await rig.call('owed', 'return', order.orderId, '--reason', 'not arrived')
    expect(paid).toMatchObject({ ok: true })
    await rig.settle()
    await rig.settle()
    expect(await rig.order(order.id)).toMatchObject({ status: 'refunded', money: { state: 'returned' } })
    expect(await attentionReasonOf(rig, order.orderId)).toBeUndefined()
    expect(await rig.coinsAt(wallet, 'ETH')).toBe(sent)
    expect(await rig.balanceOn(`owed:${order.orderId}`, 'ETH')).toBe(none)
    expect(await rig.balanceOn(`order:${order.orderId}`, 'ETH')).toBe(none)
    expect((await rig.call('owed', 'return', order.orderId, '--reason', 'again')).ok).toBe(false)
  })

  test('a refund that arrives in the end by another reorganisation is owed no longer, nor paid twice', async () => {
    const order = await sentBack()
    await undo()
    await expectOwed(order)
    const depth = await depthOfLast('reverted')
    const raw = await bytesOf(rig, await lastReverted())
    await rig.chain.node('anvil_rollback', depth)
    await rig.chain.node('anvil_setCode', wallet, '0x')
    await rig.chain.node('eth_sendRawTransaction', raw)
    await rig.live(depth + 4)
    expect(await rig.order(order.id)).toMatchObject({ status: 'refunded', money: { state: 'returned' } })
    expect(await attentionReasonOf(rig, order.orderId)).toBeUndefined()
    expect(await rig.coinsAt(wallet, 'ETH')).toBe(sent)
    expect((await rig.call('owed', 'return', order.orderId, '--reason', 'again')).ok).toBe(false)
  })

  test('a refund at the second try arrives once after a reorganisation that took both tries away', async () => {
    const order = await sentBack()
    await undo()
    const paid = await rig.call('owed', 'return', order.orderId, '--reason', 'not arrived')
    expect(paid).toMatchObject({ ok: true })
    await rig.settle()
    expect(await rig.coinsAt(wallet, 'ETH')).toBe(sent)
    await replace(rig, await depthOfLast('reverted'))
    await rig.chain.node('anvil_setCode', wallet, '0x')
    await rig.settle()
    expect(await rig.coinsAt(wallet, 'ETH')).toBe(sent)
    expect(await rig.order(order.id)).toMatchObject({ status: 'refunded', money: { state: 'returned' } })
    expect(await attentionReasonOf(rig, order.orderId)).toBeUndefined()
  })

  test('a refund of coins that the reorganisation took away as well is nobody’s loss, and owed once they come again', async () => {
    const { id, orderId, txid } = await sentBack()
    const raw = await bytesOf(rig, txid)
    const losses = await rig.balanceOn('chargeback', 'ETH')
    const depth = await depthOf(rig, txid)
    await rig.chain.node('anvil_rollback', depth)
    await rig.chain.node('anvil_dropAllTransactions')
    await rig.chain.node('anvil_setCode', wallet, REFUSES)
    await rig.live(depth + 4)
    await rig.chain.node('anvil_setCode', wallet, '0x')
    expect(await attentionReasonOf(rig, orderId)).toBe('contradiction')
    expect(await rig.coinsAt(wallet, 'ETH')).toBe(none)
    expect(await rig.balanceOn('chargeback', 'ETH')).toBe(losses)
    expect(await rig.balanceOn(`order:${orderId}`, 'ETH')).toBe(none)
    expect(await rig.call('chain', 'reconcile')).toMatchObject({ result: { agrees: true } })
    await rig.chain.node('eth_sendRawTransaction', raw)
    await rig.settle()
    expect(await rig.call('order', 'resolve', orderId, 'continue', '--reason', 'seen')).toMatchObject({
      ok: true,
    })
    await rig.settle()
    expect(await rig.order(id)).toMatchObject({ status: 'refunded', money: { state: 'returned' } })
    expect(await rig.coinsAt(wallet, 'ETH')).toBe(sent)
  })
})
