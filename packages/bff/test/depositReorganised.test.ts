import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { imbalances } from '@cambio/server/postgres/Ledger.ts'
import { openDepositRig, type DepositRig } from './depositRig.ts'

/* What the chain and its node do to coins that came. Each test has a chain of its own, since it takes blocks away. */

let rig: DepositRig
beforeEach(async () => {
  rig = await openDepositRig()
})
afterEach(async () => {
  expect(await imbalances(rig.query)).toEqual([])
  expect(await rig.call('chain', 'reconcile')).toMatchObject({ said: { agrees: true } })
  await rig.close()
})

const MINUTE_MS = 60_000

/** Takes blocks away, with what was in them, and makes others in their place. */
async function reorganise(blocks: number): Promise<void> {
  await rig.chain.node('anvil_rollback', blocks)
  await rig.chain.node('anvil_dropAllTransactions')
  await rig.live(blocks + 1)
}

describe('a reorganisation', () => {
  test('that takes coins away before they counted is as if they never came', async () => {
    const { id, address } = await rig.placed()
    await rig.pay(address, '1')
    await rig.live(1)
    expect(await rig.order(id)).toMatchObject({ money: { state: 'checking' } })
    await reorganise(1)
    expect(await rig.order(id)).toMatchObject({ status: 'processing', money: { state: 'not_taken' } })
    rig.pass(15 * MINUTE_MS)
    await rig.live(2)
    expect(await rig.order(id)).toMatchObject({ status: 'expired', money: { state: 'not_taken' } })
  })

  test('that takes coins away after they counted stops their order, and the operator reads of it', async () => {
    const { id, orderId, address } = await rig.placed()
    await rig.pay(address, '0.004')
    await rig.live(3)
    expect(await rig.order(id)).toMatchObject({ money: { state: 'taken' } })
    await reorganise(3)
    expect((await rig.stores.orders.find(orderId))?.holdReason).toBe('contradiction')
    expect(await rig.booked('deposits', 'ETH')).toBe('0.000000000000000000')
    expect(JSON.stringify((await rig.call('owed', 'list')).said)).toContain(orderId)
  })
})

describe('a node', () => {
  test('that was away for a minute has everything that came meanwhile', async () => {
    const { id, address } = await rig.placed()
    await rig.pay(address, '1')
    for (let block = 0; block < 12; block++) {
      rig.pass(5_000)
      await rig.chain.mineAt(rig.exchange.clock.now())
    }
    await rig.settle()
    expect(await rig.order(id)).toMatchObject({ status: 'finished' })
  })

  test('that was not looked at until after the order’s end lets nobody’s coins lapse', async () => {
    const { id, address } = await rig.placed()
    await rig.pay(address, '1')
    await rig.chain.mineAt(new Date(rig.exchange.clock.now().getTime() + 5_000))
    rig.pass(15 * MINUTE_MS)
    await rig.work.tick()
    await rig.settle()
    expect(await rig.order(id)).toMatchObject({ status: 'finished' })
  })
})
