import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openDepositRig, type DepositRig } from './depositRig.ts'

let rig: DepositRig
beforeAll(async () => {
  rig = await openDepositRig()
})
afterEach(() => rig.check())
afterAll(() => rig.close())

const MINUTE_MS = 60_000

describe('a node', () => {
  test('that was away for a minute has everything that came meanwhile', async () => {
    const { id, address } = await rig.placeOrder()
    await rig.pay(address, '1')
    for (let block = 0; block < 12; block++) {
      rig.pass(5_000)
      await rig.chain.mineAt(rig.exchange.clock.now())
    }
    await rig.settle()
    expect(await rig.order(id)).toMatchObject({ status: 'finished' })
  })

  test('that was not looked at until after the order’s end lets nobody’s coins lapse', async () => {
    const { id, address } = await rig.placeOrder()
    await rig.pay(address, '1')
    await rig.chain.mineAt(new Date(rig.exchange.clock.now().getTime() + 5_000))
    rig.pass(15 * MINUTE_MS)
    await rig.work.tick()
    await rig.settle()
    expect(await rig.order(id)).toMatchObject({ status: 'finished' })
  })
})
