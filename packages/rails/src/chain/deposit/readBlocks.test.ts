import { examplesOf } from '@cambio/exchange/testing/examplesOf.ts'
import { rowsOf } from '@cambio/server/testing/rowsOf.ts'
import fc from 'fast-check'
import { encodeFunctionData, erc20Abi, getAddress, numberToHex, type Address } from 'viem'
import { afterEach, beforeEach, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { openChainLine, type ChainLine, type LineFault } from '../../../testing/chain/chainLine.ts'
import { openTestChain, type TestChain } from '../../../testing/chain/chainRig.ts'
import { chainClient, type ChainClient } from '../chainClient.ts'
import type { TokenCurrency } from '../ChainSettings.ts'
import { readingPace, type ReadingPace } from '../Pace.ts'
import { readBlocks, type RecentBlocks } from './readBlocks.ts'

let chain: TestChain
let line: ChainLine
let client: ChainClient
let tester: Address
let begin: bigint
let calls: string[]
let pace: ReadingPace
beforeEach(async () => {
  chain = await openTestChain()
  line = await openChainLine(chain.settings.url)
  client = chainClient(line.url)
  tester = getAddress(String(((await chain.node('eth_accounts')) as readonly Address[])[0]))
  begin = await client.getBlockNumber()
  calls = []
  pace = readingPace()
  line.onCall(async (method, [, isWhole]) => void calls.push(isWhole === true ? `${method} whole` : method))
})
afterEach(async () => {
  await line.close()
  await chain.close()
})

const CONFIRMATIONS = 4n
const place = getAddress('0x00000000000000000000000000000000000c105e')

const sendCoins = (value: bigint) =>
  chain.node('eth_sendTransaction', { from: tester, to: place, value: numberToHex(value) })
const sendTokens = (units: bigint, token: TokenCurrency = 'USDC') =>
  chain.node('eth_sendTransaction', {
    from: tester,
    to: chain.settings.tokens[token],
    data: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [place, units] }),
  })

/** Reads from above a block up to the last one. */
async function read(recent: RecentBlocks, { height = begin, by = client } = {}) {
  const to = await chain.client.getBlockNumber()
  const range = { from: height + 1n, to, final: finalAt(to) }
  return readBlocks({ client: by, settings: chain.settings, recent, logsPace: pace.logs }, range)
}

const finalAt = (head: bigint) => head - CONFIRMATIONS + 1n

test('a look reads only new blocks, and none where there is none', async () => {
  const recent: RecentBlocks = { blocks: [] }
  await sendCoins(7n)
  await sendTokens(5n)
  await chain.mine(3)
  const first = await read(recent)
  expect(first?.[0]).toMatchObject({
    coins: [{ from: tester, to: place, amount: { units: 7n, currency: 'ETH' } }],
    tokens: [{ from: tester, to: place, amount: { units: 5n, currency: 'USDC' } }],
  })
  calls = []
  expect(await read(recent)).toEqual(first)
  expect(calls).toEqual(['eth_getBlockByNumber'])
  await sendTokens(9n)
  await chain.mine()
  calls = []
  const second = await read(recent)
  expect(second).toMatchObject([...(first ?? []), { tokens: [{ amount: { units: 9n } }] }])
  expect(calls).toEqual(['eth_getBlockByNumber whole', 'eth_getLogs'])
})

test('a node that lags behind does not report an unknown block as empty', async () => {
  const recent: RecentBlocks = { blocks: [] }
  const behind = await openTestChain({ isEmpty: true })
  await sendTokens(5n)
  await chain.mine(2)
  await behind.mine(Number(begin) + 2)
  let isBehind = true
  line.onCall(async (method) => {
    line.leadsTo(isBehind && method === 'eth_getLogs' ? behind.settings.url : chain.settings.url)
  })
  const outcome = await read(recent).catch(() => 'refused')
  isBehind = false
  expect(outcome).toBe('refused')
  expect(await read(recent)).toMatchObject([{ tokens: [{ amount: { units: 5n } }] }, { tokens: [] }])
  await behind.close()
})

test.for([
  ['which is final', 1],
  ['which is not final', 4],
  ['which is its last', 6],
] as const)('a block %s that the node does not know yet is read later', async ([_which, place]) => {
  for (let block = 1; block <= 6; block++) {
    await sendCoins(BigInt(block))
    await chain.mine()
  }
  const lacking = numberToHex(begin + BigInt(place))
  line.meets((method, [number]) =>
    method === 'eth_getBlockByNumber' && number === lacking ? { answers: null } : undefined,
  )
  const recent: RecentBlocks = { blocks: [] }
  expect(await read(recent)).toBeUndefined()
  line.meets()
  const blocks = await read(recent)
  expect(blocks?.flatMap(({ coins }) => coins.map(({ amount }) => amount.units))).toEqual([
    1n,
    2n,
    3n,
    4n,
    5n,
    6n,
  ])
})

test('remembered blocks equal blocks that are read again, however the chain changes', async () => {
  const step = fc.oneof(
    {
      weight: 3,
      arbitrary: fc.record({ is: fc.constant('mine' as const), number: fc.integer({ min: 1, max: 3 }) }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        is: fc.constantFrom('coins' as const, 'tokens' as const),
        number: fc.integer({ min: 1, max: 99 }),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        is: fc.constant('reorganise' as const),
        number: fc.integer({ min: 1, max: 5 }),
      }),
    },
  )
  let seconds = Number((await client.getBlock()).timestamp)
  /** Each block has a timestamp of its own, so that no two are equal. */
  async function mine(blocks: number) {
    for (let block = 0; block < blocks; block++) await chain.mineAt(new Date((seconds += 12) * 1_000))
  }
  /** The last block that is final and was read. */
  let height = begin
  const does = {
    mine,
    coins: (number: number) => sendCoins(BigInt(number)),
    tokens: (number: number) => sendTokens(BigInt(number)),
    async reorganise(number: number) {
      const head = await chain.client.getBlockNumber()
      const depth = Math.min(number, Number(head - begin))
      if (depth === 0) return
      await chain.node('anvil_rollback', depth)
      if (height > head - BigInt(depth)) height = head - BigInt(depth)
      await mine(depth + (number % 2))
    },
  }
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 20 }), async (steps) => {
      const recent: RecentBlocks = { blocks: [] }
      for (const { is, number } of steps) {
        await does[is](number)
        const by = chainClient(chain.settings.url)
        expect(await read(recent, { height, by })).toEqual(await read({ blocks: [] }, { height, by }))
        const final = finalAt(await by.getBlockNumber())
        if (final > height) height = final
      }
    }),
    { ...examplesOf(10), endOnFailure: true },
  )
})

/** How many blocks a call asks for logs of; 0 for any other call. */
function blocksAsked(method: string, [asked]: readonly unknown[]): number {
  const Range = z.object({ fromBlock: z.string(), toBlock: z.string() })
  const range = method === 'eth_getLogs' ? Range.safeParse(asked).data : undefined
  return range ? Number(range.toBlock) - Number(range.fromBlock) + 1 : 0
}

const refusals: readonly [string, LineFault][] = [
  ['too many results', { refuses: 'query returned more than 10000 results' }],
  ['wrong parameters', { refuses: 'Log response size exceeded', code: -32_602 }],
  ['a wrong request', { refuses: 'up to a 10 block range', code: -32_600, status: 400 }],
  ['a code of its own', { refuses: 'eth_getLogs is limited to a 10 range', code: -32_614, status: 413 }],
  ['another code of its own', { refuses: 'range too large', code: -32_047 }],
  ['HTTP 413 and a page', { page: '<html>', status: 413 }],
  ['HTTP 400 and a page', { page: '<html>', status: 400 }],
  ['HTTP 403', { refuses: 'not in your plan', code: -32_001, status: 403 }],
  ['HTTP 429', { page: 'Too Many Requests', status: 429 }],
  ['HTTP 429, and waiting a minute', { page: 'Too Many Requests', status: 429, retryAfter: '60' }],
  [
    'HTTP 429, and waiting until a time',
    { refuses: '', status: 429, retryAfter: 'Tue, 01 Jan 2125 00:00:00 GMT' },
  ],
]
/** Other codes and statuses of what is read in the same way. */
const alike = new Set(['a wrong request', 'another code of its own', 'HTTP 400 and a page', 'HTTP 403'])
const someRefusals = rowsOf(refusals, ([name]) => !alike.has(name))

test.for(someRefusals)(
  'a node that answers more than ten blocks with %s is asked for fewer at once',
  async ([, fault]) => {
    await sendTokens(5n)
    await chain.mine(10)
    await sendTokens(6n)
    await chain.mine(5)
    const asked: number[] = []
    line.meets((method, params) => {
      const blocks = blocksAsked(method, params)
      if (blocks > 0) asked.push(blocks)
      return blocks > 10 ? fault : undefined
    })
    const blocksRead = await read({ blocks: [] })
    const moved = blocksRead?.flatMap(({ tokens }) => tokens.map(({ amount }) => amount.units))
    expect(moved).toEqual([5n, 6n])
    // The reader remembers what it learned.
    asked.length = 0
    await read({ blocks: [] })
    expect(asked.filter((blocks) => blocks > 10)).toEqual([])
  },
)

test('a node that refuses even the logs of one block is asked for its receipts instead', async () => {
  await sendTokens(5n)
  await sendTokens(6n, 'USDT20')
  await chain.mine(1)
  await sendTokens(7n)
  await chain.mine(6)
  await sendTokens(9n, 'USDT20')
  await chain.mine(1)
  const token = chain.settings.tokens.USDC.toLowerCase()
  line.meets((method, params) =>
    method === 'eth_getLogs' && JSON.stringify(params).toLowerCase().includes(token)
      ? { refuses: 'query returned more than 10000 results' }
      : undefined,
  )
  const moved = (await read({ blocks: [] }))?.map(({ tokens }) => tokens.map(({ amount }) => amount))
  const usdc = (units: bigint) => ({ units, currency: 'USDC' })
  const usdt = (units: bigint) => ({ units, currency: 'USDT20' })
  expect(moved).toEqual([[usdc(5n), usdt(6n)], [usdc(7n)], [], [], [], [], [], [usdt(9n)]])
})

test('a node that accepts larger calls again receives larger calls again', async () => {
  await chain.mine(45)
  line.meets((method, params) => (blocksAsked(method, params) > 10 ? { refuses: 'too many' } : undefined))
  await read({ blocks: [] })
  const asked: number[] = []
  line.meets((method, params) => {
    const blocks = blocksAsked(method, params)
    if (blocks > 0) asked.push(blocks)
    return undefined
  })
  await read({ blocks: [] })
  expect(Math.max(...asked)).toBeLessThanOrEqual(20)
  const by = chainClient(chain.settings.url)
  for (let look = 0; look < 12; look++) await read({ blocks: [] }, { by })
  asked.length = 0
  await read({ blocks: [] })
  expect(Math.max(...asked)).toBeGreaterThan(20)
})

test('a node that hangs over many blocks is asked for fewer the next time', async () => {
  await sendTokens(5n)
  await chain.mine(25)
  line.meets((method, params) => (blocksAsked(method, params) > 15 ? 'hangs' : undefined))
  await expect(read({ blocks: [] })).rejects.toThrow('took too long')
  expect((await read({ blocks: [] }))?.[0]).toMatchObject({ tokens: [{ amount: { units: 5n } }] })
})
