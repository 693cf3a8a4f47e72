import { createMetrics } from '@cambio/server/metrics.ts'
import { expect, test } from 'vitest'
import { dueLoops } from '../../src/program/dueLoops.ts'
import { exchangeWork } from '../../src/work/exchangeWork.ts'
import { type DepositRig, useDepositRig } from './depositRig.ts'
import { replace } from './reorganise.ts'

/*
 * Coins that come to an order, or are taken away from it, in the moment in which it is priced. It pays out for what there
 * is, and nothing of what came stays behind in its books.
 */

let rig: DepositRig
useDepositRig((opened) => void (rig = opened))

/** Has something happen as soon as prices are asked for once more, of which another process tells the order. */
function onceWhilePricing(happens: () => Promise<unknown>): void {
  const exchange = { ...rig.exchangeRig.exchange, metrics: createMetrics({ program: 'exchange' }) }
  rig.whilePricing(async () => {
    rig.whilePricing(async () => undefined)
    await happens()
    const loops = dueLoops(exchange).filter(({ table }) => table !== 'orders')
    await exchangeWork(exchange, loops, []).tick()
  })
}

async function mine(): Promise<void> {
  rig.pass(5_000)
  await rig.chain.mineAt(rig.exchange.clock.now())
}

async function expectBought({ id, orderId }: { id: string; orderId: string }, amount: string) {
  await rig.settle()
  expect(await rig.order(id)).toMatchObject({
    status: 'finished',
    payin_amount: amount,
    money: { state: 'taken', amount },
  })
  expect(await rig.balanceOn(`order:${orderId}`, 'ETH')).toBe('0.000000000000000000')
}

test('coins that arrive while their order is priced are bought with as well', async () => {
  const placed = await rig.placeOrder()
  await rig.pay(placed.address, '0.5')
  await mine()
  await rig.pay(placed.address, '0.4')
  await mine()
  onceWhilePricing(mine)
  await rig.work.tick()
  await expectBought(placed, '0.900000000000000000')
})

test('coins that a reorganisation takes away during pricing are not paid for, and the others are owed', async () => {
  const placed = await rig.placeOrder()
  await rig.pay(placed.address, '0.5')
  await mine()
  await rig.pay(placed.address, '0.4')
  await mine()
  await mine()
  onceWhilePricing(async () => {
    await replace(rig, 2)
    await mine()
  })
  await rig.work.tick()
  await rig.settle()
  expect(await rig.order(placed.id)).toMatchObject({
    status: 'processing',
    money: { state: 'owed', amount: '0.500000000000000000' },
  })
})

test('deposits that come at once for several orders of one client share one limit, however small the orders were', async () => {
  const terms = { payin_amount: '0.01', client_email: 'ada@example.com' }
  const placed = [await rig.placeOrder(terms), await rig.placeOrder(terms), await rig.placeOrder(terms)]
  for (const { address } of placed) await rig.pay(address, '3.3')
  await rig.settle()
  const orders = await Promise.all(placed.map(({ id }) => rig.order(id)))
  expect(orders.filter(({ status }) => status === 'finished')).toHaveLength(1)
  expect(orders.filter(({ status }) => status === 'pending')).toHaveLength(2)
})
