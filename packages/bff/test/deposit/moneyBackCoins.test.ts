import { expect, test } from 'vitest'
import { type Address, type DepositRig, freshWallet, useDepositRig } from './depositRig.ts'

/* What the operator reads after a refund of coins: whether they moved, and what is next. */

let rig: DepositRig
let wallet: Address
useDepositRig((...opened) => void ([rig, wallet] = opened))

const why = ['--reason', 'The buyer asked for it']

async function placePaid() {
  const terms = { client_email: 'buyer@example.com', dst_address: freshWallet() }
  const placed = await rig.placeOrder(terms)
  await rig.pay(placed.address, '0.004')
  await rig.live(3)
  return placed
}

test('coins wait for the wallet that their buyer names, and leave by themselves then', async () => {
  const { orderId, entry } = await placePaid()
  const advice = /has 0\.004\d* ETH owed, and no coins moved.*on the order’s page.*leave for it by themselves/
  const { ok, output } = await rig.runCommand('order', 'refund', orderId, ...why)
  expect([ok, output]).toEqual([true, expect.stringMatching(advice)])
  expect(output).not.toMatch(/is refunded|by hand/)
  expect((await rig.runCommand('order', 'show', orderId)).output).toMatch(advice)
  for (const act of [
    ['owed', 'return'],
    ['order', 'refund'],
  ]) {
    const again = await rig.runCommand(...act, orderId, ...why)
    expect([again.ok, again.output]).toEqual([false, expect.stringMatching(advice)])
    expect(again.output).not.toContain('by hand')
  }
  const buyer = await rig.buyerOf(entry)
  expect((await buyer.enterRefundAddress(wallet, await buyer.code())).status).toBe(200)
  await rig.settle()
  expect(await rig.coinsAt(wallet, 'ETH')).not.toBe('0.000000000000000000')
  expect((await rig.runCommand('order', 'show', orderId)).output).not.toContain('owed, and no coins')
})

test('coins whose buyer has named a wallet are on their way', async () => {
  const terms = { client_email: 'buyer@example.com', dst_address: freshWallet() }
  const { orderId, address, entry } = await rig.placeOrder(terms)
  await rig.pay(address, '700', 'USDC')
  await rig.live(3)
  const buyer = await rig.buyerOf(entry)
  expect((await buyer.enterRefundAddress(wallet, await buyer.code())).status).toBe(200)
  await rig.settle()
  await rig.pay(address, '0.004')
  await rig.live(3)
  const { output } = await rig.runCommand('order', 'refund', orderId, ...why)
  expect(output).toMatch(/refunds 0\.004\d* ETH to the buyer’s wallet, 0x.*no coins moved yet.*by themselves/)
  expect(output).not.toContain('is refunded')
  await rig.settle()
})
