import { mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort } from '@cambio/server/freePort.ts'
import { isAlive } from '@cambio/server/postgres/embedded/postmaster.ts'
import { inject } from 'vitest'
import * as z from 'zod/mini'
import { chainClient } from '../../src/chain/chainClient.ts'
import { sandboxDepositXpub, sandboxKeys, type ChainKeys } from '../../src/chain/ChainKeys.ts'
import type { ChainSettings } from '../../src/chain/ChainSettings.ts'
import {
  callAnvil,
  SANDBOX_CHAIN_ID,
  startAnvil,
  stopAnvil,
  type AnvilProcess,
} from '../../src/chain/node/anvilProcess.ts'
import { prepareSandboxChain, sandboxTokens } from '../../src/chain/sandbox/sandboxChain.ts'

/** A chain node for a test. */
export type TestNode = {
  readonly port: number
  readonly settings: ChainSettings & { readonly keys: Required<ChainKeys> }
  /** The folder of its keys. */
  readonly dataDir: string
  /** @throws Error with what the node printed when it ended by itself: the calls that fail then do not say why */
  readonly close: () => Promise<void>
}

/** When the time of a chain begins. */
const BEGINS = new Date('2026-03-01T09:00:00Z')

/** Starts a node whose chain is empty. It makes a block when it is told to and at no other time. */
export async function startNode(): Promise<TestNode & { readonly pid: number }> {
  const dataDir = await mkdtemp(join(inject('chainsFolder'), 'chain-'))
  const log = join(dataDir, 'node.log')
  const begins = String(BEGINS.getTime() / 1_000)
  // The last setting shows whoever ends the nodes of a killed run that this is one of them.
  const settings = ['--no-mining', '--timestamp', begins, '--cache-path', dataDir]
  const node = await startAnvil({ port: await freePort(0), log, settings })
  await writeFile(join(dataDir, 'node.json'), JSON.stringify(node))
  return {
    ...node,
    settings: settingsOf(node, dataDir),
    dataDir,
    async close() {
      const lastWords = isAlive(node.pid) ? null : await readFile(log, 'utf8')
      await stopAnvil(node)
      if (lastWords !== null)
        throw new Error(`The test’s chain node ended by itself. It printed: ${lastWords}`)
    },
  }
}

function settingsOf({ port }: AnvilProcess, dataDir: string): TestNode['settings'] {
  const keys = sandboxKeys(dataDir)
  return {
    url: `http://127.0.0.1:${port}`,
    chainId: SANDBOX_CHAIN_ID,
    confirmations: 2,
    keys,
    tokens: sandboxTokens(keys.deployer.address),
    oracle: null,
    depositXpub: sandboxDepositXpub(dataDir),
  }
}

/** Nodes that no test has just now. Their chains are as new as they were when they were prepared. */
const idle: PreparedNode[] = []

/** A node that goes from test to test. */
type PreparedNode = Omit<TestNode, 'close'> & {
  readonly pid: number
  /** Takes away all that a test has done. @returns whether the node is as good as new */
  readonly reset: () => Promise<boolean>
  readonly close: () => Promise<void>
}

/**
 * Gives a node with the sandbox's tokens and coins on its chain. To start it and to deploy them takes longer than most
 * tests take for all the rest, so whoever closes it leaves it to the next.
 */
export async function preparedNode(): Promise<TestNode> {
  const node = idle.pop() ?? (await prepare())
  const { port, settings, dataDir } = node
  return {
    port,
    settings,
    dataDir,
    async close() {
      if (isAlive(node.pid) && (await node.reset())) idle.push(node)
      else await node.close()
    },
  }
}

/** A node keeps the state after each of its last five hundred blocks in memory, and writes earlier ones into files. */
const MOST_BLOCKS = 400

async function prepare(): Promise<PreparedNode> {
  const node = await startNode()
  const call = (method: string, ...params: readonly unknown[]) => callAnvil(node.port, method, params)
  await deploy(node)
  const height = async () => Number(await call('eth_blockNumber'))
  const begin = await height()
  const { baseFeePerGas } = Block.parse(await call('eth_getBlockByNumber', 'pending', false))
  let snapshot = await call('evm_snapshot')
  let blocks = 0
  return {
    ...node,
    async reset() {
      blocks += (await height()) - begin
      if (blocks > MOST_BLOCKS || (await call('evm_revert', snapshot)) !== true) return false
      await call('anvil_dropAllTransactions')
      // A snapshot has no price of gas: it is what the last block left.
      await call('anvil_setNextBlockBaseFeePerGas', baseFeePerGas)
      snapshot = await call('evm_snapshot')
      return true
    },
  }
}

const MOST_ATTEMPTS = 5

/** Does again what failed, as the exchange does at its next look: on a busy machine a call may end before its answer. */
async function deploy({ settings: { url, keys } }: TestNode): Promise<void> {
  const { deployer, hotWallet } = keys
  for (let attempt = 1; ; attempt++) {
    try {
      await prepareSandboxChain({ client: chainClient(url), url }, { deployer, hotWallet: hotWallet.address })
      return
    } catch (error) {
      if (attempt === MOST_ATTEMPTS) throw error
    }
  }
}

const Block = z.object({ baseFeePerGas: z.string() })
