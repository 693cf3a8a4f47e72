import type { PayoutOrder } from '@cambio/exchange/payout/PayoutRail.ts'
import { silentLog } from '@cambio/server/log.ts'
import type { CleanDatabase } from '@cambio/server/testing/postgres/testing.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { chainDatabase, openTestChain, type TestChain } from '../../../testing/chain/chainRig.ts'
import { chainClient, type ChainClient } from '../chainClient.ts'
import { noteForeignSigner, walletKey } from '../ChainWallet.ts'
import { watchLoop } from '../watch/watchLoop.ts'
import { balanceAt } from './balanceAt.ts'
import { findPayout } from './ChainPayout.ts'
import { payOutOnChain } from './payOutOnChain.ts'

let chain: TestChain
let stand: CleanDatabase
beforeEach(async () => {
  chain = await openTestChain()
  stand = await chainDatabase()
  await watch()
})
afterEach(async () => {
  await stand.close()
  await chain.close()
})

const deps = (client: ChainClient) => ({
  database: stand.database,
  clock: { now: () => new Date('2026-03-01T09:30:00Z') },
  log: silentLog,
  client,
})
const working = () => chainClient(chain.settings.url)
const rail = (client = working()) => payOutOnChain(deps(client), chain.settings)
const watch = () =>
  watchLoop({ ...deps(working()), inbox: { file: async () => {} } }, chain.settings).work('chain', 1)

/** A node on which something happens, and is read, right after it reported the wallet's balance at a block. */
function whileAsked(happens: () => Promise<unknown>): ChainClient {
  const client = working()
  let has = false
  const getBalance: ChainClient['getBalance'] = async (asked) => {
    const answer = await client.getBalance(asked)
    if (asked.blockNumber === undefined || has) return answer
    has = true
    await happens()
    await watch()
    return answer
  }
  return { ...client, getBalance }
}
const goingOn = () => whileAsked(() => chain.mine())
const reorganised = () =>
  whileAsked(async () => {
    await chain.node('anvil_rollback', 2)
    await chain.node('anvil_dropAllTransactions')
    await chain.mine(3)
  })

/** A payment to a buyer. */
const payment = (payoutId: string, units: bigint, currency = 'USDC'): PayoutOrder => ({
  orderId: 'ABCDE-123456',
  payee: null,
  payoutId,
  amount: { units, currency },
  address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  memo: null,
})

const balanceOf = (currency: string) =>
  balanceAt(
    chain.client,
    { address: chain.settings.keys.hotWallet.address, tokens: chain.settings.tokens },
    currency,
  )

test('nothing is signed once someone else was seen to use the wallet, also during the payment', async () => {
  const client = working()
  // It is seen after this payment checked for it, and before it reads the wallet's balance.
  const estimateGas: ChainClient['estimateGas'] = async (asked) => {
    await noteForeignSigner(stand.database.query, walletKey(chain.settings), 'Somebody else has signed.')
    return client.estimateGas(asked)
  }
  expect(await rail({ ...client, estimateGas }).send(payment('next', 1n))).toEqual({
    is: 'unknown',
    why: 'Somebody else has signed.',
  })
  expect(await findPayout(stand.database.query, 'next')).toBeUndefined()
})

test('a pay-out is signed although blocks come while its node is asked, and counts what left in them', async () => {
  const tenth = (await balanceOf('USDC')) / 10n
  await rail().send(payment('mined', 6n * tenth))
  await chain.mine()
  await watch()
  await rail().send(payment('under-way', 3n * tenth))
  expect(await rail(goingOn()).send(payment('next', 3n * tenth))).toMatchObject({ is: 'unknown' })
  expect(await findPayout(stand.database.query, 'next')).toBeUndefined()
  expect(await rail().send(payment('next', 3n * tenth))).toMatchObject({ is: 'unknown' })
  expect(await rail(goingOn()).send(payment('smaller', tenth))).toMatchObject({ is: 'sent' })
})

test('a pay-out counts the network fees that left while its node was asked', async () => {
  const fees = await chain.client.estimateFeesPerGas()
  const gas = 40_000n
  const priced = (client: ChainClient): ChainClient => ({
    ...client,
    estimateGas: () => Promise.resolve((gas * 4n) / 5n),
    estimateFeesPerGas: (() => Promise.resolve(fees)) as ChainClient['estimateFeesPerGas'],
  })
  const feeAtMost = gas * fees.maxFeePerGas
  const coins = await balanceOf('ETH')
  expect(await rail(priced(working())).send(payment('mined', 1n, 'ETH'))).toMatchObject({ is: 'sent' })
  await chain.mine()
  await watch()
  const tooMuch = payment('next', coins - 1n - 2n * feeAtMost + 1n, 'ETH')
  expect(await rail(priced(goingOn())).send(tooMuch)).toMatchObject({ is: 'unknown' })
  expect(await findPayout(stand.database.query, 'next')).toBeUndefined()
})

test('a pay-out is not signed against a balance at a block that a reorganisation removed meanwhile', async () => {
  await rail().send(payment('mined', 1n))
  await chain.mine(2)
  await watch()
  expect(await rail(reorganised()).send(payment('next', 1n, 'ETH'))).toEqual({
    is: 'unknown',
    why: 'The chain was reorganised: the balance is read again',
  })
  expect(await findPayout(stand.database.query, 'next')).toBeUndefined()
  expect(await rail().send(payment('next', 1n, 'ETH'))).toMatchObject({ is: 'sent' })
})
