import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openDepositRig, type DepositRig } from './depositRig.ts'
import { ethAddress } from './rig.ts'

let rig: DepositRig
beforeEach(async () => {
  rig = await openDepositRig()
})
afterEach(() => rig.close())

const MINUTE_MS = 60_000

describe('a deposit of what was asked for', () => {
  test.for([
    ['ETH', '1', 'USDC'],
    ['USDC', '500', 'ETH'],
    ['USDT20', '500', 'ETH'],
  ] as const)('of %s is paid out', async ([payin_currency, payin_amount, payout_currency]) => {
    const { address } = await rig.placed('d1', { payin_currency, payin_amount, payout_currency })
    const before = await rig.order('d1')
    expect(before).toMatchObject({
      status: 'processing',
      crypto_address: address,
      crypto_delay: 900,
      money: { state: 'not_taken' },
    })
    await rig.send(address, payin_amount, payin_currency)
    await rig.settle()
    const after = await rig.order('d1')
    expect(after).toMatchObject({
      status: 'finished',
      payin_amount: before.payin_amount,
      payout_amount: before.payout_amount,
      crypto_delay: 0,
      money: { state: 'taken', amount: before.payin_amount, currency: payin_currency },
    })
    expect(after.status_log.map(({ status }) => status)).toEqual([
      'payin_pending',
      'processing',
      'auth_success',
      'processing_payout',
      'finished',
    ])
    expect(await rig.held(ethAddress, payout_currency)).toBe(before.payout_amount)
    expect(await rig.booked('deposits', payin_currency)).toBe(before.payin_amount)
  })

  test('counts once it is two blocks deep, and stops the countdown at first sight', async () => {
    const { address } = await rig.placed('d1')
    rig.pass(MINUTE_MS)
    expect(await rig.order('d1')).toMatchObject({ crypto_delay: 840 })
    await rig.send(address, '1')
    rig.pass(1_000)
    await rig.work.tick()
    expect(await rig.order('d1')).toMatchObject({ crypto_delay: 0, money: { state: 'checking' } })
    await rig.live(1)
    expect(await rig.order('d1')).toMatchObject({ status: 'processing', money: { state: 'checking' } })
    await rig.live(1)
    expect(await rig.order('d1')).toMatchObject({ status: 'processing_payout', money: { state: 'taken' } })
    await rig.settle()
  })

  test('goes to an address that no other order has', async () => {
    const one = await rig.placed('d1')
    const other = await rig.placed('d2')
    expect(one.address).not.toBe(other.address)
  })
})
