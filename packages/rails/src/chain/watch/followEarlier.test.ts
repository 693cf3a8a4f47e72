import { balanceOf } from '@cambio/server/postgres/Ledger.ts'
import type { CleanDatabase } from '@cambio/server/testing/postgres/testing.ts'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { beforeEach, expect, test } from 'vitest'
import type { TestChain } from '../../../testing/chain/chainRig.ts'
import { buyer, ether, payment, usePayouts } from '../../../testing/chain/payoutRig.ts'
import type { ChainSettings } from '../ChainSettings.ts'
import { findPayout } from '../payout/ChainPayout.ts'

/*
 * The key of the wallet that pays out is changed while pay-outs of the previous wallet are under way. No process runs
 * with the old key any more.
 */

let chain: TestChain
let stand: CleanDatabase
let warnings: unknown[]
const { rail, watch, watcher, coinsAt, pass } = usePayouts(
  (opened) => void ({ chain, stand, warnings } = opened),
)
let changed: ChainSettings
beforeEach(async () => {
  const hotWallet = privateKeyToAccount(generatePrivateKey())
  await chain.node('anvil_setBalance', hotWallet.address, `0x${(5n * ether).toString(16)}`)
  const { deployer: _, ...keys } = chain.settings.keys
  changed = { ...chain.settings, keys: { ...keys, hotWallet } }
})

const network = () => balanceOf(stand.database.query, 'network', 'ETH', 'posted')
const inBooks = () => balanceOf(stand.database.query, 'wallet', 'ETH', 'posted')

test('a pay-out sent under an earlier key is found in its block, and the process with the new key ends it', async () => {
  const sent = await rail().send(payment('p1'))
  const look = watcher({}, changed)
  await look()
  expect(await inBooks()).toBe(5n * ether)
  await chain.mine(1)
  await look()
  expect(await rail({}, changed).getStatus('p1')).toEqual(sent)
  await chain.mine(1)
  await look()
  expect(await rail({}, changed).getStatus('p1')).toEqual({ ...sent, is: 'confirmed' })
  expect(await coinsAt(buyer)).toBe(ether)
  // The network fee came out of the earlier wallet, which is no longer in the books.
  expect(await network()).toBeGreaterThan(0n)
  expect(await inBooks()).toBe(5n * ether)
})

test('a pay-out under an earlier key that the node has lost is sent again by its own bytes', async () => {
  const sent = await rail().send(payment('p1'))
  await chain.node('anvil_dropAllTransactions')
  const look = watcher({}, changed)
  await look()
  await look()
  await chain.mine(2)
  await look()
  expect(await rail({}, changed).getStatus('p1')).toEqual({ ...sent, is: 'confirmed' })
})

test('a pay-out under an earlier key fails when someone else’s transaction uses its nonce', async () => {
  await rail().send(payment('p1'))
  await chain.node('anvil_dropAllTransactions')
  const { address: from } = chain.settings.keys.hotWallet
  await chain.node('anvil_impersonateAccount', from)
  await chain.node('eth_sendTransaction', { from, to: buyer, value: '0x1' })
  const look = watcher({}, changed)
  await look()
  await chain.mine(2)
  await look()
  expect(await rail({}, changed).getStatus('p1')).toMatchObject({ is: 'failed' })
})

test('a stuck pay-out under an earlier key gets no higher fee, and the operator is told once which key can raise it', async () => {
  await rail().send(payment('p1'))
  const look = watcher({}, changed)
  for (let minute = 0; minute < 3; minute++) {
    pass(60_000)
    await look()
  }
  expect((await findPayout(stand.database.query, 'p1'))?.transactions).toHaveLength(1)
  expect(warnings).toEqual(['a pay-out of an earlier wallet is stuck: “chain show” names the wallet'])
  await watch()
  expect((await findPayout(stand.database.query, 'p1'))?.transactions).toHaveLength(2)
})

test('a pay-out that both keys’ processes see ends once', async () => {
  const sent = await rail().send(payment('p1'))
  const look = watcher({}, changed)
  await look()
  await chain.mine(2)
  await Promise.all([look(), watch()])
  expect(await rail().getStatus('p1')).toEqual({ ...sent, is: 'confirmed' })
  const payout = await findPayout(stand.database.query, 'p1')
  expect(payout?.timesFinal).toBe(1)
  expect(await network()).toBe(payout?.feeUnits)
})
