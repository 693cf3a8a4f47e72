import type { CleanDatabase } from '@cambio/server/testing/postgres/testing.ts'
import { beforeEach, expect, test } from 'vitest'
import type { TestChain } from '../../../testing/chain/chainRig.ts'
import { payment, usePayouts } from '../../../testing/chain/payoutRig.ts'
import { findWallet, walletKey } from '../ChainWallet.ts'
import { findPayout } from '../payout/ChainPayout.ts'

/* A wallet that holds too little for the network's fee of a signed pay-out. */

let chain: TestChain
let stand: CleanDatabase
let warnings: unknown[]
const { rail, watcher, confirm, pass } = usePayouts((opened) => void ({ chain, stand, warnings } = opened))

let first: NonNullable<Awaited<ReturnType<typeof payout>>>
let look: () => Promise<void>
beforeEach(async () => {
  await rail().send(payment('p1', { amount: { units: 5n, currency: 'USDC' } }))
  const signed = await payout()
  if (!signed) throw new Error('Nothing was signed')
  first = signed
  look = watcher()
})

const payout = () => findPayout(stand.database.query, 'p1')
const tooLow = async () => (await findWallet(stand.database.query, walletKey(chain.settings)))?.tooLow
const feeAtMost = () => first.gas * (first.transactions[0]?.maxFeePerGas ?? 0n)
const holds = (units: bigint) =>
  chain.node('anvil_setBalance', chain.settings.keys.hotWallet.address, `0x${units.toString(16)}`)

test('a wallet that cannot offer more for a stuck pay-out reports it once, and offers it after a refill', async () => {
  await holds(feeAtMost())
  for (let minute = 0; minute < 3; minute++) {
    pass(60_000)
    await look()
  }
  // What the wallet could not pay was not signed either: the node has the first offer.
  expect((await payout())?.transactions).toHaveLength(1)
  expect(warnings).toEqual(['the hot wallet is too low to pay the network'])
  expect(await tooLow()).toEqual({ fees: expect.stringContaining('send more to') })
  await holds(feeAtMost() * 2n)
  await look()
  await look()
  expect((await payout())?.transactions).toHaveLength(2)
  expect(warnings).toEqual([
    'the hot wallet is too low to pay the network',
    'the hot wallet pays the network again',
  ])
  expect(await tooLow()).toEqual({})
  await confirm()
  expect(await rail().getStatus('p1')).toMatchObject({ is: 'confirmed' })
})

test('a wallet that was emptied by another program reports at once that the node accepts nothing from it', async () => {
  await chain.node('anvil_dropAllTransactions')
  await holds(feeAtMost() - 1n)
  await look()
  await look()
  expect(warnings).toEqual(['the hot wallet is too low to pay the network'])
  await holds(feeAtMost())
  await look()
  expect(await tooLow()).toEqual({})
  await confirm()
  expect(await rail().getStatus('p1')).toMatchObject({ is: 'confirmed' })
})
