import { attentionReasonOf } from '@cambio/exchange/order/life/stops.ts'
import { withAttentionReason } from '@cambio/exchange/testing/orders.ts'
import { balanceAt } from '@cambio/rails/chain/payout/balanceAt.ts'
import { openChainLine, type ChainLine } from '@cambio/rails/testing/chain/chainLine.ts'
import { openTestChain } from '@cambio/rails/testing/chain/chainRig.ts'
import { imbalances } from '@cambio/server/postgres/Ledger.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { openPayoutRig, type PayoutRig } from '../payout/payoutRig.ts'
import { crashTwice } from './crashTwice.ts'
import { freshWallet } from './depositRig.ts'

/*
 * What may go wrong between the exchange and its node while coins are paid out. After each they were paid once, the books
 * sum to zero and are what the chain says, and no nonce is left out.
 */

let stand: PayoutRig
let line: ChainLine
let wallet: ReturnType<typeof freshWallet>
beforeAll(async () => {
  stand = await openPayoutRig({ reachedBy: async (url) => (line = await openChainLine(url)) })
})
beforeEach(() => {
  wallet = freshWallet()
})
afterEach(async () => {
  const { rig, chain } = stand
  line.meets()
  line.onCall()
  line.leadsTo(chain.settings.url)
  expect(await imbalances(rig.query)).toEqual([])
  expect(await stand.call('chain', 'reconcile')).toMatchObject({ ok: true, result: { agrees: true } })
})
afterAll(() => stand.close())

const isSending = (method: string) => method === 'eth_sendRawTransaction'

async function orderOf(orderId: string) {
  const order = await stand.rig.stores.orders.find(orderId)
  if (!order) throw new Error(`There is no order ${orderId}`)
  return order
}

/** The order comes to its end, and its coins have come once. */
async function expectPaidOnce(orderId: string): Promise<void> {
  await stand.finish(orderId)
  await stand.live(2)
  const order = await orderOf(orderId)
  expect(withAttentionReason(order)).toMatchObject({
    status: 'finished',
    payout: { state: 'done' },
    attentionReason: null,
  })
  const data = await stand.rig.partner('GET', `/api/v2/partner/order/${order.partnerOrderId}`)
  expect(data.at('money')).toMatchObject({ state: 'taken' })
  const { currency, units } = order.quote.payout
  const { client, settings } = stand.chain
  expect(await balanceAt(client, { address: wallet, tokens: settings.tokens }, currency)).toBe(units)
}

/** Does everything about an order but make blocks, until its coins are with the node. */
async function untilSending(orderId: string) {
  for (let round = 0; round < 10; round++) {
    stand.rig.pass(5_000)
    await stand.rig.work.tick()
    const { payout } = await orderOf(orderId)
    if (payout?.state === 'sent') return payout
  }
  throw new Error('The coins were not sent')
}

/** Nothing of an order has left. */
async function expectUnpaid(orderId: string): Promise<void> {
  const order = await orderOf(orderId)
  expect(order.status).toBe('processing_payout')
  const { client, settings } = stand.chain
  const { currency } = order.quote.payout
  expect(await balanceAt(client, { address: wallet, tokens: settings.tokens }, currency)).toBe(0n)
}

const stoppedBecause = async () => (await stand.rig.runCommand('chain', 'show')).output

test.for([
  ['ETH', 'never reaches the node', 'cut_before'],
  ['USDC', 'reaches the node but its answer is lost', 'cut_after'],
] as const)('a pay-out of %s is made once when its sending %s', async ([currency, , fault]) => {
  let faults = 0
  line.meets((method) => (isSending(method) && (faults += 1) <= 2 ? fault : undefined))
  const orderId = await stand.buy(currency, wallet)
  await expectPaidOnce(orderId)
  expect(faults).toBeGreaterThan(0)
})

test('a pay-out is made once whose process dies before it is stored, before it is known to be sent and before it is known to be final', async () => {
  const deaths = await crashTwice(stand.rig.owner, [
    'before insert on chain_payout',
    'before update of accepted_at on chain_transaction',
    'before update of state on chain_payout',
  ])
  const orderId = await stand.buy('ETH', wallet)
  await expectPaidOnce(orderId)
  await deaths.end()
})

test('a pay-out whose sending is not answered in time is made once', async () => {
  let calls = 0
  line.meets((method) => (isSending(method) && (calls += 1) === 1 ? 'hangs' : undefined))
  const orderId = await stand.buy('ETH', wallet)
  await expectPaidOnce(orderId)
})

test('a pay-out whose coins are signed away is not given back', async () => {
  const orderId = await stand.buy('ETH', wallet)
  line.meets((method) => (isSending(method) ? 'cut_before' : undefined))
  await stand.live(6)
  expect(await orderOf(orderId)).toMatchObject({ payout: { state: 'sending' } })
  expect(await stand.call('order', 'refund', orderId, '--reason', 'The buyer asked')).toMatchObject({
    ok: false,
  })
  line.meets()
  await expectPaidOnce(orderId)
})

test('a pay-out is offered for more while its first offer comes into a block, and is made once', async () => {
  const orderId = await stand.buy('ETH', wallet)
  const sent = await untilSending(orderId)
  let offers = 0
  line.onCall(async (method) => {
    if (isSending(method) && (offers += 1) === 1) await stand.chain.mine()
  })
  stand.rig.pass(60_000)
  await stand.rig.work.tick()
  expect(offers).toBe(1)
  await expectPaidOnce(orderId)
  expect((await orderOf(orderId)).payout).toMatchObject({ txid: sent.txid })
})

describe('a pay-out that seemed to have failed', () => {
  const hotWallet = () => stand.chain.settings.keys.hotWallet.address
  const attentionReason = async (orderId: string) => attentionReasonOf(await orderOf(orderId))
  const resolve = (orderId: string, way: 'continue' | 'refund' | 'settle') =>
    stand.call('order', 'resolve', orderId, way, '--reason', 'seen')

  /** Bytes of a pay-out that are with the node, which has not put them into a block. */
  async function untilWaiting(orderId: string): Promise<unknown> {
    const { txid } = await untilSending(orderId)
    return stand.chain.node('eth_getRawTransactionByHash', txid)
  }

  /** Other blocks take the place of the last ones, with nothing in them but this transaction. */
  async function reorganise(blocks: number, raw: unknown): Promise<void> {
    await stand.chain.node('anvil_rollback', blocks)
    await stand.chain.node('anvil_dropAllTransactions')
    await stand.chain.node('eth_sendRawTransaction', raw)
    await stand.chain.mine(blocks)
    await stand.live(3)
  }

  async function height(): Promise<number> {
    return Number(await stand.chain.node('eth_blockNumber'))
  }

  async function coinsReceived(currency: string): Promise<bigint> {
    const { client, settings } = stand.chain
    return balanceAt(client, { address: wallet, tokens: settings.tokens }, currency)
  }

  /** Its token reverts while the first block is made, so that the coins move nothing. */
  async function reverted() {
    const orderId = await stand.buy('USDC', wallet)
    const raw = await untilWaiting(orderId)
    const before = await height()
    const { USDC } = stand.chain.settings.tokens
    const code = await stand.chain.node('eth_getCode', USDC, 'latest')
    await stand.chain.node('anvil_setCode', USDC, '0x60006000fd')
    await stand.chain.mine()
    await stand.chain.node('anvil_setCode', USDC, code)
    await stand.live(3)
    expect(await attentionReason(orderId)).toBe('payout_failed')
    /** Other blocks, into the first of which the network takes the payment. */
    const land = async () => {
      const depth = (await height()) - before
      await stand.chain.node('anvil_rollback', depth)
      await stand.chain.node('anvil_setCode', USDC, code)
      await stand.chain.node('eth_sendRawTransaction', raw)
      await stand.chain.mine(depth)
      await stand.live(3)
    }
    /** Other blocks, with nothing in them, before anybody has looked. The node knows nothing of its bytes any more. */
    const undo = async () => {
      const depth = (await height()) - before
      await stand.chain.node('anvil_rollback', depth)
      await stand.chain.node('anvil_dropAllTransactions')
      await stand.chain.node('anvil_setCode', USDC, code)
      await stand.chain.mine(depth)
    }
    return { orderId, raw, land, undo }
  }

  /** Does everything that is due, while no block is made. */
  async function look(): Promise<void> {
    stand.rig.pass(10_000)
    await stand.rig.work.tick()
  }

  /** The chain goes on, and nothing of what was given up on comes to the buyer. */
  async function expectNothingMoved(): Promise<void> {
    await stand.live(4)
    expect(await coinsReceived('USDC')).toBe(0n)
    expect(await stand.call('chain', 'reconcile')).toMatchObject({ result: { agrees: true } })
  }

  test('a reverted pay-out that lands after a reorganisation is known to have left, once', async () => {
    const { orderId, land } = await reverted()
    await land()
    expect(await attentionReason(orderId)).toBe('contradiction')
    expect((await resolve(orderId, 'refund')).ok).toBe(false)
    expect((await resolve(orderId, 'continue')).ok).toBe(true)
    await expectPaidOnce(orderId)
  })

  test('a pay-out that lands after its money went back stops its order, and the operator reads that both left', async () => {
    const { orderId, land } = await reverted()
    expect((await resolve(orderId, 'refund')).ok).toBe(true)
    await stand.live(4)
    expect(await orderOf(orderId)).toMatchObject({ status: 'refunded' })
    await land()
    const order = await orderOf(orderId)
    expect(withAttentionReason(order)).toMatchObject({
      status: 'refunded',
      attentionReason: 'contradiction',
      payout: { state: 'done' },
    })
    const { currency, units } = order.quote.payout
    expect(await coinsReceived(currency)).toBe(units)
    const data = await stand.rig.partner('GET', `/api/v2/partner/order/${order.partnerOrderId}`)
    expect(data.at('money')).toMatchObject({ state: 'returned' })
  })

  test('a pay-out whose money went back is not sent again after a reorganisation', async () => {
    const { orderId, undo } = await reverted()
    expect((await resolve(orderId, 'refund')).ok).toBe(true)
    await stand.live(4)
    expect(await orderOf(orderId)).toMatchObject({ status: 'refunded' })
    await undo()
    await expectNothingMoved()
    expect(withAttentionReason(await orderOf(orderId))).toMatchObject({
      status: 'refunded',
      attentionReason: null,
      payout: { state: 'refused' },
    })
  })

  test('a pay-out whose money went back is outbid where a reorganisation makes it wait for a block again', async () => {
    const { orderId, undo, raw } = await reverted()
    expect((await resolve(orderId, 'refund')).ok).toBe(true)
    await stand.live(4)
    await undo()
    await stand.chain.node('eth_sendRawTransaction', raw)
    await expectNothingMoved()
    expect(await orderOf(orderId)).toMatchObject({ status: 'refunded', payout: { state: 'refused' } })
  })

  test('a pay-out that cannot land any more has its money given back', async () => {
    const { orderId, undo } = await reverted()
    await undo()
    await look()
    for (const way of ['refund', 'settle'] as const) expect((await resolve(orderId, way)).ok).toBe(false)
    await expectNothingMoved()
    expect(await attentionReason(orderId)).toBe('payout_failed')
    expect((await resolve(orderId, 'refund')).ok).toBe(true)
    await stand.live(4)
    expect(withAttentionReason(await orderOf(orderId))).toMatchObject({
      status: 'refunded',
      attentionReason: null,
    })
    await expectNothingMoved()
  })

  test('a pay-out keeps its money here while a reorganisation leaves open whether it lands', async () => {
    const { orderId, undo } = await reverted()
    stand.rig.card.isAway(true)
    expect((await resolve(orderId, 'refund')).ok).toBe(true)
    await undo()
    await look()
    stand.rig.card.isAway(false)
    for (let round = 0; round < 4; round++) await look()
    const [attempt] = await stand.rig.attempts(orderId)
    expect(attempt).toMatchObject({ state: 'returning' })
    expect(withAttentionReason(await orderOf(orderId))).toMatchObject({ attentionReason: null })
    await expectNothingMoved()
    await stand.live(8)
    expect(withAttentionReason(await orderOf(orderId))).toMatchObject({
      status: 'refunded',
      attentionReason: null,
    })
  })

  test('a pay-out that lost its nonce to another and lands after a reorganisation is known to have left, once', async () => {
    const { node } = stand.chain
    const orderId = await stand.buy('ETH', wallet)
    const raw = await untilWaiting(orderId)
    const before = await height()
    await node('anvil_dropAllTransactions')
    await node('anvil_impersonateAccount', hotWallet())
    await node('eth_sendTransaction', { from: hotWallet(), to: freshWallet(), value: '0x5' })
    await node('anvil_stopImpersonatingAccount', hotWallet())
    await stand.chain.mine(3)
    await stand.live(2)
    expect(await attentionReason(orderId)).toBe('payout_failed')
    await reorganise((await height()) - before, raw)
    expect(await attentionReason(orderId)).toBe('contradiction')
    expect((await resolve(orderId, 'refund')).ok).toBe(false)
    expect((await resolve(orderId, 'continue')).ok).toBe(true)
    expect((await stand.call('chain', 'release', '--reason', 'it is gone')).ok).toBe(true)
    await expectPaidOnce(orderId)
  })
})

describe('a node', () => {
  test('a node that is unavailable for minutes pays nothing meanwhile, which the operator reads, and pays all of it once within half a minute after', async () => {
    line.meets(() => 'cut_before')
    const orderId = await stand.buy('ETH', wallet)
    await stand.live(12)
    await expectUnpaid(orderId)
    expect(await stoppedBecause()).toContain('Stopped      The node does not answer.')
    line.meets()
    await stand.live(3)
    expect((await orderOf(orderId)).payout?.state).not.toBe('sending')
    await expectPaidOnce(orderId)
    expect(await stoppedBecause()).not.toContain('Stopped')
  })

  test('a node that says it is on another chain moves nothing until it is the right one', async () => {
    line.meets((method) => (method === 'eth_chainId' ? { answers: '0x1' } : undefined))
    const orderId = await stand.buy('ETH', wallet)
    await stand.live(3)
    await expectUnpaid(orderId)
    expect(await stoppedBecause()).toContain('The node is on chain 1 and not on 31337')
    line.meets()
    await expectPaidOnce(orderId)
  })

  test('a node that is exchanged for one of another chain with an equal number moves nothing on that chain', async () => {
    const other = await openTestChain()
    const height = Number(await stand.chain.node('eth_blockNumber'))
    await other.mine(height + 50)
    line.leadsTo(other.settings.url)
    const orderId = await stand.buy('ETH', wallet)
    await stand.live(3)
    await expectUnpaid(orderId)
    expect(await stoppedBecause()).toContain('another chain under the same number')
    // Nor does it where somebody has deployed contracts at the addresses of ours.
    for (const token of Object.values(stand.chain.settings.tokens))
      await other.node('anvil_setCode', token, await stand.chain.node('eth_getCode', token, 'latest'))
    await stand.live(3)
    await expectUnpaid(orderId)
    expect(await stoppedBecause()).toContain('none of the last blocks that are in the books')
    line.leadsTo(stand.chain.settings.url)
    await expectPaidOnce(orderId)
    await other.close()
  })

  test('a node with hundreds of unread blocks has the wallet’s transactions in them booked', async () => {
    const { keys } = stand.chain.settings
    const [from] = z.array(z.string()).parse(await stand.chain.node('eth_accounts'))
    const orderId = await stand.buy('USDC', wallet)
    await untilSending(orderId)
    await stand.chain.mine(110)
    await stand.chain.node('eth_sendTransaction', { from, to: keys.hotWallet.address, value: '0x7' })
    await stand.chain.mine(110)
    await expectPaidOnce(orderId)
  })
})
