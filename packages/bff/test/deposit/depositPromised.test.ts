import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { type DepositRig, freshWallet, useDepositRig } from './depositRig.ts'

/* Coins that are spoken of and never come. After each the books sum to zero, and are what the chain says. */

let rig: DepositRig
useDepositRig((...opened) => void ([rig] = opened))

/** Sends tokens that the sender does not have: the transaction waits like any other, and fails in its block. */
async function promiseTokens(to: string, units: bigint): Promise<void> {
  const from = freshWallet()
  await rig.chain.node('anvil_setBalance', from, '0xde0b6b3a7640000')
  await rig.chain.node('anvil_impersonateAccount', from)
  const word = (hex: string) => hex.padStart(64, '0')
  const data = `0xa9059cbb${word(to.slice(2))}${word(units.toString(16))}`
  const contract = rig.chain.settings.tokens.USDC
  await rig.chain.node('eth_sendTransaction', { from, to: contract, data, gas: '0x186a0' })
}

const forTokens = { payin_currency: 'USDC', payin_amount: '500', payout_currency: 'ETH' }

test('tokens that were only promised let their order expire', async () => {
  const { id, address } = await rig.placeOrder(forTokens)
  await promiseTokens(address, 500_000_000n)
  rig.pass(1_000)
  await rig.work.tick()
  expect(await rig.order(id)).toMatchObject({ crypto_delay: 0, money: { state: 'checking' } })
  await rig.live(1)
  expect(await rig.order(id)).toMatchObject({ status: 'processing', money: { state: 'not_taken' } })
  rig.pass(15 * 60_000)
  await rig.live(2)
  expect(await rig.order(id)).toMatchObject({ status: 'expired' })
})

test('a transfer of more tokens than exist counts as none, and nobody else’s coins wait for it', async () => {
  const [one, other] = [await rig.placeOrder(forTokens), await rig.placeOrder()]
  await promiseTokens(one.address, 2n ** 200n)
  await rig.pay(other.address, '1')
  rig.pass(1_000)
  await rig.work.tick()
  expect(await rig.order(one.id)).toMatchObject({ money: { state: 'not_taken' } })
  expect(await rig.order(other.id)).toMatchObject({ money: { state: 'checking' } })
  await rig.settle()
  expect(await rig.order(other.id)).toMatchObject({ status: 'finished' })
})

test('a contract that only says that it sent coins to an address has sent none', async () => {
  const { id, address } = await rig.placeOrder(forTokens)
  const [from = ''] = z.array(z.string()).parse(await rig.chain.node('eth_accounts'))
  const contract = freshWallet()
  // MSTORE(0, 500 USDC) LOG3(0, 32, the event of a transfer, from, to), all three given to it.
  await rig.chain.node('anvil_setCode', contract, '0x631dcd650060005260403560203560003560206000a300')
  const word = (hex: string) => hex.slice(2).padStart(64, '0')
  const transfer = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
  const data = `0x${[transfer, from, address].map(word).join('')}`
  const txid = await rig.chain.node('eth_sendTransaction', { from, to: contract, data })
  await rig.live(4)
  const receipt = await rig.chain.node('eth_getTransactionReceipt', txid)
  expect(receipt).toMatchObject({
    status: '0x1',
    logs: [{ topics: [transfer, expect.anything(), expect.anything()] }],
  })
  expect(await rig.order(id)).toMatchObject({ status: 'processing', money: { state: 'not_taken' } })
})
