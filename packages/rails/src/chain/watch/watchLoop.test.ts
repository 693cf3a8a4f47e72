import { silentLog, type Log } from '@cambio/server/log.ts'
import { systemRandom } from '@cambio/server/Random.ts'
import { statement, type CleanDatabase } from '@cambio/server/testing/postgres/testing.ts'
import { workDue } from '@cambio/server/work/due.ts'
import { erc20Abi } from 'viem'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openChainLine } from '../../../testing/chain/chainLine.ts'
import { chainDatabase, openTestChain, type TestChain } from '../../../testing/chain/chainRig.ts'
import { chainClient } from '../chainClient.ts'
import { findWallet, walletKey } from '../ChainWallet.ts'
import { watchLoop } from './watchLoop.ts'

let chain: TestChain
let stand: CleanDatabase
let warnings: unknown[]
beforeEach(async () => {
  chain = await openTestChain()
  stand = await chainDatabase()
  warnings = []
})
afterEach(async () => {
  await stand.close()
  await chain.close()
})

const now = new Date('2026-03-01T09:30:00Z')
const log: Log = { ...silentLog, warn: (event, fields) => void warnings.push(fields?.reason ?? event) }

const inbox = { file: async () => {} }

/** A process that watches. */
const watcher = (settings = chain.settings) => {
  const client = chainClient(settings.url)
  const { work } = watchLoop(
    { database: stand.database, clock: { now: () => now }, log, client, inbox },
    settings,
  )
  return () => work('chain', 1)
}
const wallet = () => findWallet(stand.database.query, walletKey(chain.settings))

test('a fresh chain gets its tokens, and the hot wallet and the testers some of everything, once', async () => {
  const empty = await openTestChain({ isEmpty: true })
  const { client, settings } = empty
  const { address } = settings.keys.hotWallet
  await Promise.all([watcher(settings)(), watcher(settings)()])
  await watcher(settings)()
  expect(await client.getBalance({ address })).toBe(1_000n * 10n ** 18n)
  for (const token of Object.values(settings.tokens)) {
    const held = (of: `0x${string}`) =>
      client.readContract({ address: token, abi: erc20Abi, functionName: 'balanceOf', args: [of] })
    expect(await held(address)).toBe(10_000_000n * 10n ** 6n)
    expect(await held('0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266')).toBe(1_000_000n * 10n ** 6n)
  }
  expect(await findWallet(stand.database.query, walletKey(settings))).toMatchObject({
    nextNonce: 0,
    stopped: null,
    tokens: settings.tokens,
  })
  await empty.close()
})

test('a node that is lower than what was seen stops the rail until it has caught up', async () => {
  await watcher()()
  await chain.mine(5)
  const watch = watcher()
  await watch()
  const seenHeight = (await wallet())?.seenHeight ?? 0n
  await chain.node('anvil_rollback', 2)
  await watch()
  await watch()
  const sentence = `The node is at block ${seenHeight - 2n}, and ${seenHeight} was seen before: let it catch up.`
  expect(await wallet()).toMatchObject({ stopped: sentence, seenHeight })
  expect(warnings).toEqual([sentence])
  await chain.mine(2)
  await watch()
  expect(await wallet()).toMatchObject({ stopped: null })
})

test('a node on another chain, or on another chain with that number, stops the rail', async () => {
  await watcher()()
  await watcher({ ...chain.settings, chainId: 1 })()
  expect(warnings).toEqual(['The node is on chain 31337 and not on 1: point CHAIN_URL at the right one.'])
  const other = await openTestChain()
  await other.mine(50)
  await watcher({ ...chain.settings, url: other.settings.url })()
  expect((await wallet())?.stopped).toBe(
    'The node has another chain under the same number: our tokens are not on it.',
  )
  await other.close()
})

test('an unavailable node stops the rail until it is back', async () => {
  await watcher()()
  await watcher({ ...chain.settings, url: 'http://127.0.0.1:1' })()
  expect((await wallet())?.stopped).toBe('The node does not answer.')
  await watcher()()
  expect((await wallet())?.stopped).toBeNull()
})

test('only one of many processes watches the chain, and it looks again a second later', async () => {
  const deps = { database: stand.database, clock: { now: () => now }, random: systemRandom, log }
  const loop = watchLoop({ ...deps, client: chain.client, inbox }, chain.settings)
  const worked = await Promise.all([workDue(deps, loop).tick(), workDue(deps, loop).tick()])
  expect(worked.filter((rows) => rows === 1)).toEqual([1])
  const rows = await stand.database.query<{ due_at: Date }>(statement('select due_at from chain_watch'))
  expect(rows).toEqual([{ due_at: new Date(now.getTime() + 1_000) }])
})

test('a look at a chain without a new block reads only the pending transactions again', async () => {
  const line = await openChainLine(chain.settings.url)
  const watch = watcher({ ...chain.settings, url: line.url, confirmations: 12 })
  await watch()
  await chain.mine(30)
  await watch()
  const calls: string[] = []
  line.onCall(async (method, [block, isWhole]) => {
    calls.push(isWhole === true ? `${method} of ${String(block)}` : method)
  })
  await watch()
  expect(calls).toHaveLength(10)
  const read = calls.filter((call) => call.includes(' of ') || call === 'eth_getLogs')
  expect(read).toEqual(['eth_getBlockByNumber of pending'])
  await line.close()
})
