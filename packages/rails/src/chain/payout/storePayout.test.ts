import type { PayoutOrder } from '@cambio/exchange/payout/PayoutRail.ts'
import { silentLog } from '@cambio/server/log.ts'
import type { KeptDatabase } from '@cambio/server/testing/postgres/testing.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { chainDatabase, openTestChain, type TestChain } from '../../../testing/chain/chainRig.ts'
import { chainClient, type ChainClient } from '../chainClient.ts'
import { noteForeignSigner, walletKey } from '../ChainWallet.ts'
import { watchLoop } from '../watch/watchLoop.ts'
import { balanceAt } from './balanceAt.ts'
import { findPayout } from './ChainPayout.ts'
import { payOutOnChain } from './payOutOnChain.ts'

let chain: TestChain
let stand: KeptDatabase
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

/** A node whose next block is made and read right after it reported what the wallet held at a block. */
function goingOn(): ChainClient {
  const client = working()
  let has = false
  const readContract: ChainClient['readContract'] = async (asked) => {
    const answer = await client.readContract(asked)
    if (asked.blockNumber === undefined || has) return answer
    has = true
    await chain.mine()
    await watch()
    return answer
  }
  return { ...client, readContract }
}

test('nothing is signed once someone else was seen to use the wallet, also during the payment', async () => {
  const client = working()
  // It is seen after this payment checked for it, and before it reads the wallet's balance.
  const estimateGas: ChainClient['estimateGas'] = async (asked) => {
    await noteForeignSigner(stand.database.query, walletKey(chain.settings), 'Somebody else has signed.')
    return client.estimateGas(asked)
  }
  const order: PayoutOrder = {
    orderId: 'ABCDE-123456',
    receiver: null,
    payoutId: 'next',
    amount: { units: 1n, currency: 'USDC' },
    address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    memo: null,
  }
  expect(await rail({ ...client, estimateGas }).send(order)).toEqual({
    is: 'unknown',
    why: 'Somebody else has signed.',
  })
  expect(await findPayout(stand.database.query, 'next')).toBeUndefined()
})

test('a pay-out is not signed against a balance older than the wallet’s last final payment', async () => {
  const { tokens, keys } = chain.settings
  const balance = await balanceAt(chain.client, { address: keys.hotWallet.address, tokens }, 'USDC')
  const order = (payoutId: string, tenths: bigint): PayoutOrder => ({
    orderId: 'ABCDE-123456',
    receiver: null,
    payoutId,
    amount: { units: (balance * tenths) / 10n, currency: 'USDC' },
    address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    memo: null,
  })
  await rail().send(order('mined', 6n))
  await chain.mine()
  await watch()
  await rail().send(order('under-way', 3n))
  expect(await rail(goingOn()).send(order('next', 3n))).toMatchObject({ is: 'unknown' })
  expect(await findPayout(stand.database.query, 'next')).toBeUndefined()
  expect(await rail().send(order('next', 3n))).toMatchObject({ is: 'unknown' })
  expect(await rail(goingOn()).send(order('smaller', 1n))).toMatchObject({ is: 'unknown' })
  expect(await rail().send(order('smaller', 1n))).toMatchObject({ is: 'sent' })
})
