import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '@cambio/server/freePort.ts'
import { isAlive } from '@cambio/server/postgres/embedded/postmaster.ts'
import { ledgerMigrations } from '@cambio/server/postgres/Ledger.ts'
import { cleanDatabase } from '@cambio/server/testing/postgres/testing.ts'
import { createPublicClient, http, parseTransaction, type Hex } from 'viem'
import { sandboxDepositKey, sandboxDepositXpub, sandboxKeys } from '../../src/chain/ChainKeys.ts'
import { chainMigrations } from '../../src/chain/chainMigrations.ts'
import type { ChainSettings } from '../../src/chain/ChainSettings.ts'
import { callAnvil, SANDBOX_CHAIN_ID, startAnvil, stopAnvil } from '../../src/chain/node/anvilProcess.ts'
import { sandboxTokens } from '../../src/chain/sandbox/sandboxChain.ts'

export type TestChain = Awaited<ReturnType<typeof openTestChain>>

/** A node for tests, which makes a block when it is told to and at no other time. @param begins when its time begins */
export async function openTestChain({ begins }: { readonly begins?: Date } = {}) {
  const dataDir = await mkdtemp(join(tmpdir(), 'cambio-chain-'))
  const log = join(dataDir, 'node.log')
  const time = begins ? ['--timestamp', String(Math.floor(begins.getTime() / 1_000))] : []
  const node = await startAnvil({ port: await freePort(0), log, settings: ['--no-mining', ...time] })
  const url = `http://127.0.0.1:${node.port}`
  const keys = sandboxKeys(dataDir)
  const tokens = sandboxTokens(keys.deployer.address)
  const settings: ChainSettings = {
    url,
    chainId: SANDBOX_CHAIN_ID,
    confirmations: 2,
    keys,
    tokens,
    oracle: null,
    depositXpub: sandboxDepositXpub(dataDir),
  }
  return {
    settings,
    /** What is asked at once is asked in one call. */
    client: createPublicClient({ transport: http(url, { batch: true }), cacheTime: 0 }),
    dataDir,
    node: (method: string, ...params: readonly unknown[]) => callAnvil(node.port, method, params),
    async mine(blocks = 1): Promise<void> {
      await callAnvil(node.port, 'anvil_mine', [`0x${blocks.toString(16)}`])
    },
    /** Makes a block at a time of the chain's that is not before its last block. */
    async mineAt(at: Date): Promise<void> {
      await callAnvil(node.port, 'evm_setNextBlockTimestamp', [Math.floor(at.getTime() / 1_000)])
      await callAnvil(node.port, 'anvil_mine', ['0x1'])
    },
    /** Signs a transaction of a sweep with the key of a deposit address, as an operator does it elsewhere, and sends it. */
    async sendSwept(number: number, unsigned: Hex): Promise<void> {
      const signed = await sandboxDepositKey(dataDir, number).signTransaction(parseTransaction(unsigned))
      await callAnvil(node.port, 'eth_sendRawTransaction', [signed])
    },
    /** @throws Error with what the node printed when it ended by itself: the calls that fail then do not say why */
    async close(): Promise<void> {
      const lastWords = isAlive(node.pid) ? null : await readFile(log, 'utf8')
      await stopAnvil(node)
      await rm(dataDir, { recursive: true, force: true })
      if (lastWords !== null)
        throw new Error(`The test’s chain node ended by itself. It printed: ${lastWords}`)
    },
  }
}

/** A database with the books and the chain's tables. */
export function chainDatabase() {
  const directories = [ledgerMigrations, chainMigrations]
  return cleanDatabase({ schema: 'exchange', appRole: 'cambio_exchange', directories })
}
