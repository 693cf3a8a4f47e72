import { withAttentionReason } from '@cambio/exchange/testing/orders.ts'
import { balanceAt } from '@cambio/rails/chain/payout/balanceAt.ts'
import { openChainLine, type ChainLine } from '@cambio/rails/testing/chain/chainLine.ts'
import { createMetrics } from '@cambio/server/metrics.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dueLoops } from '../../src/program/dueLoops.ts'
import { exchangeWork } from '../../src/work/exchangeWork.ts'
import { freshWallet } from '../deposit/depositRig.ts'
import { openPayoutRig, type PayoutRig } from '../payout/payoutRig.ts'

/* A process that stands still while it pays an order out, until another has taken the order over. */

let stand: PayoutRig
let line: ChainLine
beforeAll(async () => {
  stand = await openPayoutRig({ reachedBy: async (url) => (line = await openChainLine(url)) })
})
afterAll(() => stand.close())

const LEASE_IS_OVER_MS = 60_000

/** Another process does what is due. */
async function otherWorks(): Promise<void> {
  const exchange = { ...stand.rig.exchange, metrics: createMetrics({ program: 'exchange' }) }
  const work = exchangeWork(exchange, dueLoops(exchange), [])
  for (let round = 0; round < 4; round++) {
    stand.rig.pass(LEASE_IS_OVER_MS)
    await work.tick()
  }
}

test('an order whose money went back meanwhile is sent no coins', async () => {
  const wallet = freshWallet()
  const statusOf = async (orderId: string) => (await stand.rig.stores.orders.find(orderId))?.status
  const orderId = await stand.buy('ETH', wallet)
  let isEstimated = false
  let meanwhile: string | undefined
  line.onCall(async (method, [, block]) => {
    isEstimated ||= method === 'eth_estimateGas'
    // What the wallet held in an earlier block is asked for once the node has said that the place takes coins.
    if (!isEstimated || method !== 'eth_getBalance' || block === 'latest') return
    line.onCall()
    await stand.chain.node('anvil_setCode', wallet, '0x60006000fd')
    await otherWorks()
    meanwhile = await statusOf(orderId)
    await stand.chain.node('anvil_setCode', wallet, '0x')
  })
  await stand.live()
  expect(meanwhile).toBe('refunded')
  const order = await stand.rig.stores.orders.find(orderId)
  expect(withAttentionReason(order)).toMatchObject({
    status: 'refunded',
    attentionReason: null,
    payout: { state: 'refused' },
  })
  const { client, settings } = stand.chain
  expect(await balanceAt(client, { address: wallet, tokens: settings.tokens }, 'ETH')).toBe(0n)
  expect(await stand.call('chain', 'reconcile')).toMatchObject({ ok: true, result: { agrees: true } })
})

test('an order that the operator has given back meanwhile is sent no coins', async () => {
  const wallet = freshWallet()
  const orderId = await stand.buy('ETH', wallet)
  let isEstimated = false
  let isGivenBack = false
  line.onCall(async (method, [, block]) => {
    isEstimated ||= method === 'eth_estimateGas'
    if (!isEstimated || method !== 'eth_getBalance' || block === 'latest') return
    line.onCall()
    isGivenBack = (await stand.call('order', 'refund', orderId, '--reason', 'The buyer asked')).ok
  })
  await stand.live()
  expect(isGivenBack).toBe(true)
  const order = await stand.rig.stores.orders.find(orderId)
  expect(withAttentionReason(order)).toMatchObject({
    status: 'refunded',
    attentionReason: null,
    payout: { state: 'refused' },
  })
  const { client, settings } = stand.chain
  expect(await balanceAt(client, { address: wallet, tokens: settings.tokens }, 'ETH')).toBe(0n)
})
