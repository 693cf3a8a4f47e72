import { ledgerMigrations } from '@cambio/server/postgres/Ledger.ts'
import { cleanDatabase } from '@cambio/server/testing/postgres/testing.ts'
import { parseTransaction, type Hex } from 'viem'
import { chainClient } from '../../src/chain/chainClient.ts'
import { sandboxDepositKey } from '../../src/chain/ChainKeys.ts'
import { chainMigrations } from '../../src/chain/chainMigrations.ts'
import { callAnvil } from '../../src/chain/node/anvilProcess.ts'
import { preparedNode, startNode } from './testNode.ts'

export type TestChain = Awaited<ReturnType<typeof openTestChain>>

/**
 * A chain for tests, which makes a block when it is told to and at no other time. The sandbox's tokens and coins are on
 * it, as after an exchange's first look.
 * @param options.isEmpty has nothing on it
 */
export async function openTestChain({ isEmpty = false }: { readonly isEmpty?: boolean } = {}) {
  const { port, settings, dataDir, close } = isEmpty ? await startNode() : await preparedNode()
  return {
    settings,
    client: chainClient(settings.url),
    dataDir,
    node: (method: string, ...params: readonly unknown[]) => callAnvil(port, method, params),
    async mine(blocks = 1): Promise<void> {
      await callAnvil(port, 'anvil_mine', [`0x${blocks.toString(16)}`])
    },
    /** Makes a block at a time of the chain's that is not before its last block. */
    async mineAt(at: Date): Promise<void> {
      await callAnvil(port, 'evm_mine', [{ timestamp: Math.floor(at.getTime() / 1_000) }])
    },
    /** Signs a transaction of a sweep with the key of a deposit address, as an operator does it elsewhere, and sends it. */
    async sendSwept(number: number, unsigned: Hex): Promise<void> {
      const signed = await sandboxDepositKey(dataDir, number).signTransaction(parseTransaction(unsigned))
      await callAnvil(port, 'eth_sendRawTransaction', [signed])
    },
    close,
  }
}

/** A database with the books and the chain's tables. */
export function chainDatabase() {
  const directories = [ledgerMigrations, chainMigrations]
  return cleanDatabase({ schema: 'exchange', appRole: 'cambio_exchange', directories })
}
