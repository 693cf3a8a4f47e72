import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, stat, truncate } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '@cambio/server/freePort.ts'
import { programArguments } from '@cambio/server/settings/programArguments.ts'
import { rowsOf } from '@cambio/server/testing/rowsOf.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { callAnvil, startAnvil, stopAnvil } from './anvilProcess.ts'
import { chainState } from './ChainState.ts'
import { startChainNode, type ChainNode } from './startChainNode.ts'

let dataDir: string
let open: ChainNode[]
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'cambio-chain-'))
  open = []
})
afterEach(async () => {
  for (const node of open) await node.close()
  await rm(dataDir, { recursive: true, force: true })
})

const someone = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

async function start(options: Partial<Parameters<typeof startChainNode>[0]> = {}): Promise<ChainNode> {
  const node = await startChainNode({ dataDir, port: 0, print: () => {}, ...options })
  open.push(node)
  return node
}

const heightOf = async ({ port }: { port: number }) => Number(await callAnvil(port, 'eth_blockNumber'))
const balanceOf = ({ port }: { port: number }) => callAnvil(port, 'eth_getBalance', [someone, 'latest'])
const give = ({ port }: { port: number }) => callAnvil(port, 'anvil_setBalance', [someone, '0x7'])

const FEW = 100

/**
 * Mines blocks, few a call. A state that the node writes in the middle of a call has more blocks than its height says, by
 * hundreds if the call mines as many; and a busy machine may take longer for many blocks than a call may take.
 */
async function mine({ port }: ChainNode, blocks: number): Promise<void> {
  for (let mined = 0; mined < blocks; mined += FEW)
    await callAnvil(port, 'anvil_mine', [`0x${FEW.toString(16)}`])
}

/** Mines until the node was restarted, which may be during a call. */
async function mineUntilRestarted(node: ChainNode): Promise<void> {
  const { pid } = node
  const pidAfterMore = async () => {
    await mine(node, FEW).catch(() => undefined)
    return node.pid
  }
  await expect.poll(pidAfterMore, LOOK).not.toBe(pid)
}

/** As often as the program looks at its node. To read a state takes the processor longer than the node takes for a block. */
const LOOK = { interval: 250 }

/** Waits until a node has written its current state, and a copy of it is kept. */
async function written(node: ChainNode): Promise<void> {
  const height = await heightOf(node)
  const copy = join(dataDir, 'chain', 'state.whole.json')
  const copiedHeight = async () => Number(JSON.parse(await readFile(copy, 'utf8')).best_block_number)
  await expect.poll(copiedHeight, LOOK).toBeGreaterThan(height)
}

test('a chain has its old address after its node was stopped and started', async () => {
  const first = await start()
  await give(first)
  await written(first)
  const height = await heightOf(first)
  await first.close()
  await expect(heightOf(first)).rejects.toThrow('fetch failed')
  const second = await start()
  expect(second.port).toBe(first.port)
  expect(await heightOf(second)).toBeGreaterThanOrEqual(height)
  expect(await balanceOf(second)).toBe('0x7')
})

test('a node that was stopped has freed its port', async () => {
  const log = join(dataDir, 'node.log')
  for (let round = 0; round < 3; round++) {
    const node = await startAnvil({ port: await freePort(0), log, settings: ['--no-mining'] })
    await stopAnvil(node)
    expect(await freePort(node.port)).toBe(node.port)
  }
})

test('closing a node twice leaves its successor alone', async () => {
  const first = await start()
  await first.close()
  const second = await start({ port: first.port })
  await first.close()
  expect(await heightOf(second)).toBeGreaterThanOrEqual(0)
})

test('a node that outlives its program is taken over by the next one', async () => {
  const script = `
    import { startChainNode } from '${new URL('startChainNode.ts', import.meta.url).href}'
    const node = await startChainNode({ dataDir: process.argv[1], port: 0, print() {} })
    console.log(JSON.stringify({ pid: node.pid, port: node.port }))`
  const program = spawn(process.execPath, [...programArguments, '--input-type=module', '-e', script, dataDir])
  const [line] = await once(program.stdout, 'data')
  const orphan = JSON.parse(String(line))
  program.kill('SIGKILL')
  await once(program, 'exit')
  const node = await start()
  expect({ pid: node.pid, port: node.port }).toEqual(orphan)
})

test('a node that is killed is started again, with what it had written', async () => {
  const node = await start()
  await give(node)
  await written(node)
  const { pid } = node
  process.kill(pid, 'SIGKILL')
  await expect.poll(() => node.pid).not.toBe(pid)
  await expect.poll(() => balanceOf(node)).toBe('0x7')
})

test('a node that is killed in the middle of writing loses nothing that was written before', async () => {
  const first = await start()
  await give(first)
  await written(first)
  await first.close()
  const { path } = chainState(join(dataDir, 'chain'), 1_000_000)
  await truncate(path, 3_000)
  const second = await start()
  expect(await balanceOf(second)).toBe('0x7')
  expect(await heightOf(second)).toBeGreaterThan(0)
})

test('a state that has grown loses its old empty blocks and keeps its events', async () => {
  const first = await start()
  const [from] = z.array(z.string()).parse(await callAnvil(first.port, 'eth_accounts'))
  const sent = { from, to: someone, value: '0x1' }
  const hash = await callAnvil(first.port, 'eth_sendTransaction', [sent])
  await callAnvil(first.port, 'evm_mine')
  await mine(first, 1_000)
  await written(first)
  const height = await heightOf(first)
  const { size } = await stat(join(dataDir, 'chain', 'state.json'))
  await first.close()
  const second = await start()
  await written(second)
  const after = await stat(join(dataDir, 'chain', 'state.json'))
  expect(after.size).toBeLessThan(size * 0.7)
  expect(await heightOf(second)).toBeGreaterThanOrEqual(height)
  expect(await callAnvil(second.port, 'eth_getTransactionReceipt', [hash])).toMatchObject({ status: '0x1' })
  expect(await callAnvil(second.port, 'eth_getBlockByNumber', ['0x64', false])).toBeNull()
})

/** Sends this many payments, each in a block of its own. @returns the ids of the first and the last */
async function payOften({ port }: { port: number }, payments: number): Promise<[unknown, unknown]> {
  const [from] = z.array(z.string()).parse(await callAnvil(port, 'eth_accounts'))
  const txids: unknown[] = []
  for (let payment = 0; payment < payments; payment++) {
    txids.push(await callAnvil(port, 'eth_sendTransaction', [{ from, to: someone, value: '0x1' }]))
    await callAnvil(port, 'evm_mine')
  }
  return [txids[0], txids.at(-1)]
}

const sizeOf = async () => (await stat(join(dataDir, 'chain', 'state.json'))).size
const receiptOf = ({ port }: { port: number }, txid: unknown) =>
  callAnvil(port, 'eth_getTransactionReceipt', [txid])

/** Expects a node to stay the process that it is for five seconds, in which it writes its state as often. */
async function expectSteady(node: ChainNode): Promise<void> {
  const { pid } = node
  const height = await heightOf(node)
  await expect.poll(() => heightOf(node), LOOK).toBeGreaterThan(height + 4)
  expect(node.pid).toBe(pid)
}

test('a node whose last blocks are full of payments is not restarted without need', async () => {
  const node = await start({ largestState: 200_000 })
  await payOften(node, 150)
  await written(node)
  expect(await sizeOf()).toBeGreaterThan(400_000)
  await expectSteady(node)
})

test('a node with many old payments is restarted once, without the oldest of them', async () => {
  const first = await start()
  const [oldest] = await payOften(first, 200)
  await mine(first, 600)
  const [, newest] = await payOften(first, 1)
  const balance = await balanceOf(first)
  await written(first)
  const { pid } = first
  await first.close()
  const node = await start({ largestState: 1_000_000 })
  await expectSteady(node)
  expect(node.pid).not.toBe(pid)
  expect(await sizeOf()).toBeLessThan(1_000_000)
  expect(await receiptOf(node, oldest)).toBeNull()
  expect(await receiptOf(node, newest)).toMatchObject({ status: '0x1' })
  expect(await balanceOf(node)).toBe(balance)
  // The next payment of this account uses the next nonce.
  const [, txid] = await payOften(node, 1)
  expect(await callAnvil(node.port, 'eth_getTransactionByHash', [txid])).toMatchObject({ nonce: '0xc9' })
})

/** That old payments are left out is shown above, at a start. */
const growing = rowsOf(
  [
    // A third of the blocks in a state of this size are old.
    { by: 'empty blocks', largestState: 1_300_000, payments: 0, balance: '0x7' },
    { by: 'payments', largestState: 1_500_000, payments: 300, balance: '0x133' },
  ],
  ({ payments }) => payments === 0,
)

test.for(growing)(
  'a node whose state grows too large by $by while it runs is restarted, and continues',
  async ({ largestState, payments, balance }) => {
    const node = await start({ largestState })
    await give(node)
    const [oldest] = await payOften(node, payments)
    await mineUntilRestarted(node)
    if (payments > 0) await expect.poll(() => receiptOf(node, oldest), LOOK).toBeNull()
    await expectSteady(node)
    expect(await balanceOf(node)).toBe(balance)
  },
)

test('a port that another program uses refuses the start and names its variable', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  await expect(start({ port })).rejects.toThrow(
    `Port ${port} is in use by another program: stop that program, or set CHAIN_PORT to a free port.`,
  )
  other.close()
})

test('a node that cannot start names the file with the reason', async () => {
  const log = join(dataDir, 'node.log')
  await expect(startAnvil({ port: 0, log, settings: ['--no-such-setting'] })).rejects.toThrow(log)
})
