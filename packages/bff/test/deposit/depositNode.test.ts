import { withAttentionReason } from '@cambio/exchange/testing/orders.ts'
import { openChainLine, type ChainLine } from '@cambio/rails/testing/chain/chainLine.ts'
import { openTestChain } from '@cambio/rails/testing/chain/chainRig.ts'
import { afterEach, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { crashTwice } from './crashTwice.ts'
import { freshWallet, type DepositRig, useDepositRig } from './depositRig.ts'
import { bytesOf } from './reorganise.ts'

/*
 * What may go wrong between the exchange and its node while coins come. After each they counted once, the books sum to
 * zero and are what the chain says.
 */

let rig: DepositRig
let line: ChainLine
useDepositRig((opened) => void (rig = opened), {
  reachedBy: async (url) => (line = await openChainLine(url)),
})
afterEach(() => {
  line.meets()
  line.onCall()
  line.leadsTo(rig.chain.settings.url)
})

const MINUTE_MS = 60_000
const now = () => rig.exchange.clock.now()
async function mine(): Promise<void> {
  rig.pass(1_000)
  await rig.chain.mineAt(now())
}
/** Has the chain looked at once. */
async function look(): Promise<void> {
  rig.pass(1_000)
  await rig.work.tick()
}
const stoppedBecause = async () => (await rig.exchangeRig.runCommand('chain', 'show')).output

async function expectUncounted(id: string): Promise<void> {
  expect(await rig.order(id)).toMatchObject({ status: 'processing', money: { state: 'not_taken' } })
}

/** Coins that came have bought what they were sent for. */
async function expectBought(id: string): Promise<void> {
  await rig.liveUntil(id, 'finished')
  expect(await rig.order(id)).toMatchObject({
    status: 'finished',
    money: { state: 'taken', amount: '1.000000000000000000' },
  })
}

describe('a node', () => {
  test('a node that does not answer for a minute has all deposits of that minute, as the operator reads', async () => {
    const { id, address } = await rig.placeOrder()
    await rig.pay(address, '1')
    line.meets(() => 'cut_before')
    await rig.live(12)
    await expectUncounted(id)
    expect(await stoppedBecause()).toContain('Stopped      The node does not answer.')
    line.meets()
    await rig.settle()
    expect(await stoppedBecause()).not.toContain('Stopped')
    await expectBought(id)
  })

  test('a node that does not answer when an order would lapse lets nobody’s coins lapse', async () => {
    const { id, address } = await rig.placeOrder()
    await rig.pay(address, '1')
    line.meets(() => 'cut_before')
    await rig.live(1)
    rig.pass(15 * MINUTE_MS)
    await rig.work.tick()
    await expectUncounted(id)
    line.meets()
    await expectBought(id)
  })

  test('a node that does not answer when an underpaid order would end lets nobody’s coins go back', async () => {
    const { id, address } = await rig.placeOrder()
    await rig.pay(address, '0.001')
    await rig.settle()
    await rig.pay(address, '0.999')
    line.meets(() => 'cut_before')
    await rig.live(1)
    rig.pass(15 * MINUTE_MS)
    await rig.work.tick()
    expect(await rig.order(id)).toMatchObject({ status: 'processing' })
    line.meets()
    await expectBought(id)
  })

  test('a node that nobody read when an underpaid order would end has its coins go back soon after', async () => {
    const { id, address, entry } = await rig.placeOrder()
    await rig.pay(address, '0.001')
    await rig.live(3)
    rig.pass(14 * MINUTE_MS)
    await rig.settle()
    rig.pass(MINUTE_MS)
    await rig.work.tick()
    await rig.work.tick()
    expect(await rig.order(id)).toMatchObject({ status: 'processing', money: { state: 'taken' } })
    rig.pass(1_000)
    await rig.work.tick()
    expect(await rig.order(id)).toMatchObject({ status: 'auth_success', money: { state: 'owed' } })
    const buyer = await rig.buyerOf(entry)
    expect((await buyer.enterRefundAddress(freshWallet(), await buyer.code())).status).toBe(200)
    await rig.settle()
    expect(await rig.order(id)).toMatchObject({ status: 'refunded', money: { state: 'returned' } })
  })

  test('a node that nobody read until after the order’s end lets nobody’s coins lapse', async () => {
    const { id, address } = await rig.placeOrder()
    await rig.pay(address, '1')
    await rig.chain.mineAt(new Date(now().getTime() + 5_000))
    rig.pass(15 * MINUTE_MS)
    await rig.work.tick()
    await expectBought(id)
  })

  test('a node that does not know its last block yet when an order would lapse lets nobody’s coins lapse', async () => {
    const { id, address } = await rig.placeOrder()
    rig.pass(15 * MINUTE_MS - 20_000)
    await rig.work.tick()
    await rig.pay(address, '1')
    await mine()
    const last = `0x${(await rig.chain.client.getBlockNumber()).toString(16)}`
    line.meets((method, [number]) =>
      method === 'eth_getBlockByNumber' && number === last ? { answers: null } : undefined,
    )
    rig.pass(MINUTE_MS)
    await rig.work.tick()
    await rig.work.tick()
    await expectUncounted(id)
    line.meets()
    await expectBought(id)
  })

  test('coins are still taken after a node once names a block some hundred or a thousand above its last one', async () => {
    const { id, address } = await rig.placeOrder()
    for (const above of [300n, 1_000n]) {
      const bogus = `0x${((await rig.chain.client.getBlockNumber()) + above).toString(16)}`
      line.meets((method) => (method === 'eth_blockNumber' ? { answers: bogus } : undefined))
      await look()
      line.meets()
      await look()
    }
    await rig.pay(address, '1')
    await rig.settle()
    expect(await stoppedBecause()).not.toContain('Stopped')
    await expectBought(id)
  })

  test('a node that goes on telling of a block it does not have is named to the operator, until it has it', async () => {
    const height = (await rig.chain.client.getBlockNumber()) + 3n
    line.meets((method) =>
      method === 'eth_blockNumber' ? { answers: `0x${height.toString(16)}` } : undefined,
    )
    await look()
    expect(await stoppedBecause()).not.toContain('Stopped')
    rig.pass(MINUTE_MS)
    await rig.work.tick()
    await look()
    expect(await stoppedBecause()).toContain(
      `Stopped      The node tells of block ${height} and does not have it.`,
    )
    for (let block = 0; block < 3; block++) await mine()
    await look()
    expect(await stoppedBecause()).not.toContain('Stopped')
  })

  test('a node so slow that an order’s end passes meanwhile lets nobody’s coins lapse', async () => {
    const { id, address } = await rig.placeOrder()
    rig.pass(15 * MINUTE_MS - 20_000)
    await mine()
    await rig.pay(address, '1')
    let calls = 0
    line.onCall(async (method) => {
      if (method !== 'eth_getLogs' || (calls += 1) > 1) return
      rig.pass(10_000)
      await mine()
      rig.pass(20_000)
    })
    await rig.work.tick()
    await rig.work.tick()
    expect(calls).toBeGreaterThan(0)
    await expectBought(id)
  })

  test('a node with hundreds of blocks to be read lets nobody’s coins lapse before they are read', async () => {
    const { id, address } = await rig.placeOrder()
    rig.pass(14 * MINUTE_MS)
    await rig.chain.mine(210)
    await rig.pay(address, '1')
    await rig.chain.mine(1)
    rig.pass(5 * MINUTE_MS)
    let calls = 0
    line.onCall(async (method) => {
      // The deposits are read in two parts, and after the first of them everything else that is due is done.
      if (method !== 'eth_getLogs' || (calls += 1) !== 4) return
      rig.pass(2_000)
      await rig.work.tick()
    })
    await rig.work.tick()
    expect(calls).toBeGreaterThanOrEqual(4)
    await mine()
    await expectBought(id)
  })

  test('a node that says it is on another chain counts no deposits until it is the right one', async () => {
    const { id, address } = await rig.placeOrder()
    await rig.pay(address, '1')
    line.meets((method) => (method === 'eth_chainId' ? { answers: '0x1' } : undefined))
    await rig.live(4)
    await expectUncounted(id)
    expect(await stoppedBecause()).toContain('The node is on chain 1 and not on 31337')
    line.meets()
    await expectBought(id)
  })

  test('a node that is exchanged for one of another chain with an equal number counts nothing of that chain', async () => {
    const { id, address } = await rig.placeOrder()
    const other = await openTestChain()
    for (const token of Object.values(rig.chain.settings.tokens))
      await other.node('anvil_setCode', token, await rig.chain.node('eth_getCode', token, 'latest'))
    const [from] = z.array(z.string()).parse(await other.node('eth_accounts'))
    await other.node('eth_sendTransaction', { from, to: address, value: '0xde0b6b3a7640000' })
    await other.mine(Number(await rig.chain.node('eth_blockNumber')) + 50)
    line.leadsTo(other.settings.url)
    await rig.live(3)
    await expectUncounted(id)
    expect(await stoppedBecause()).toContain('none of the last blocks that are in the books')
    line.leadsTo(rig.chain.settings.url)
    await rig.live(2)
    await expectUncounted(id)
    await rig.pay(address, '1')
    await expectBought(id)
    await other.close()
  })
})

/**
 * The calls of a look after the first ones, which ask the node who it is, and of what follows on it. Something happens
 * before one of `STEP` calls, which `pnpm sim:deposits` sets to one; and before the last.
 */
const CALLS = { first: 4, last: 18 }
const { STEP = '7' } = process.env

/**
 * Has something happen before each of these calls to the node in turn, once for each while one deposit comes.
 * @param happens what, given all deposits so far
 */
async function betweenCalls(happens: (sent: readonly Sent[]) => Promise<unknown>) {
  const orders: { readonly id: string; readonly orderId: string }[] = []
  const sent: Sent[] = []
  for (let before = CALLS.first; before <= CALLS.last; before += Number(STEP)) {
    const { id, orderId, address } = await rig.placeOrder()
    orders.push({ id, orderId })
    const txid = await rig.pay(address, '1')
    sent.push({ txid, raw: await bytesOf(rig, txid) })
    rig.pass(5_000)
    await mine()
    let calls = 0
    const faults: unknown[] = []
    line.onCall(async () => {
      if ((calls += 1) === before + 1) await happens(sent).catch((fault: unknown) => faults.push(fault))
    })
    await rig.work.tick()
    line.onCall()
    expect(faults).toEqual([])
  }
  await rig.settle()
  return orders
}

/** A deposit's transaction, and its bytes, by which it can be sent again. */
type Sent = { readonly txid: string; readonly raw: unknown }

/**
 * Makes blocks with these transactions in them. A busy node may drop what it has just been sent: before each block it is
 * sent what is in none yet. One that stayed out would leave its nonce to the next payment, and never come.
 */
async function mineWith(sent: readonly Sent[]): Promise<void> {
  for (let block = 0; block < FEWEST || (await missing(sent)).length > 0; block++) {
    if (block === MOST) throw new Error('The node does not take what it is sent.')
    // One that it has by now it refuses.
    for (const { raw } of await missing(sent))
      await rig.chain.node('eth_sendRawTransaction', raw).catch(() => undefined)
    await mine()
  }
}

/** One more than were taken away, so that the new blocks are the longer chain. */
const FEWEST = 4
const MOST = 20

async function missing(sent: readonly Sent[]): Promise<readonly Sent[]> {
  const receipts = await Promise.all(
    sent.map(({ txid }) => rig.chain.node('eth_getTransactionReceipt', txid)),
  )
  return sent.filter((_, index) => receipts[index] === null)
}

describe('a chain that moves while it is read', () => {
  test('each deposit counts once whenever a block is made during the reading', async () => {
    for (const { id } of await betweenCalls(mine)) await expectBought(id)
  })

  test('each deposit counts once whenever new blocks with equal deposits replace the last three during the reading', async () => {
    // The blocks that are taken away hold deposits alone, not what the chain began with.
    for (let block = 0; block < 3; block++) await mine()
    const orders = await betweenCalls(async (sent) => {
      await rig.chain.node('anvil_rollback', 3)
      await rig.chain.node('anvil_dropAllTransactions')
      await mineWith(sent)
    })
    await rig.settle()
    for (const { id, orderId } of orders) {
      // What was taken away after it had counted is there again, and its order waits for the operator alone.
      if (withAttentionReason(await rig.stores.orders.find(orderId))?.attentionReason === 'contradiction')
        await rig.call('order', 'resolve', orderId, 'continue', '--reason', 'seen')
      expect(await rig.order(id)).toMatchObject({
        money: { state: 'taken', amount: '1.000000000000000000' },
      })
    }
    // A pay-out that was under way when its blocks went is asked about again later each time.
    for (const { id } of orders) await expectBought(id)
  })
})

describe('a process that dies while it books coins', () => {
  test.for([
    ['before they are kept', 'before insert on chain_deposit'],
    ['before it is written down how far was read', 'before update of looked_at on chain_deposit_watch'],
    ['before their order is told', 'before update of is_told on chain_deposit'],
    ['before their order has them', 'before insert on deposit'],
  ] as const)('coins count once where the process dies %s', async ([, moment]) => {
    const deaths = await crashTwice(rig.owner, [moment])
    const { id, address } = await rig.placeOrder()
    await rig.pay(address, '1')
    await expectBought(id)
    await deaths.end()
  })
})
