import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { knownTokens } from '@cambio/rails/chain/ChainSettings.ts'
import { answeringTokenCode } from '@cambio/rails/chain/contracts/tokenCode.ts'
import { callAnvil, startAnvil, stopAnvil } from '@cambio/rails/chain/node/anvilProcess.ts'
import { MAIN_CHAIN_ORACLE } from '@cambio/rails/chain/oracleScreening.ts'
import { freePort } from '@cambio/server/freePort.ts'

/** The key of the node's first account, which has coins; everybody knows it. */
export const hotWalletKey = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80'

/**
 * A real node that says that it is Ethereum's main chain, with a block a second, and code where the known tokens and the list of
 * sanctioned wallets are.
 */
export async function openMainChain() {
  const folder = await mkdtemp(join(tmpdir(), 'cambio-main-chain-'))
  const log = join(folder, 'node.log')
  const node = await startAnvil({ port: await freePort(0), log, settings: ['--block-time', '1'] })
  const callNode = (method: string, ...params: readonly unknown[]) => callAnvil(node.port, method, params)
  const runtimeCode = await callNode('eth_call', { data: answeringTokenCode + emptyNames })
  for (const address of Object.values(knownTokens[1] ?? {}))
    await callNode('anvil_setCode', address, runtimeCode)
  await callNode('anvil_setCode', MAIN_CHAIN_ORACLE, listing(listedWallet))
  await callNode('anvil_setChainId', 1)
  // Its own accounts sign for another chain from here on; one that it plays signs nothing.
  await callNode('anvil_impersonateAccount', buyersAccount)
  await callNode('anvil_setBalance', buyersAccount, '0x8ac7230489e80000')
  return {
    url: `http://127.0.0.1:${node.port}`,
    /** What an account holds, wei. */
    balanceOf: async (address: string) => BigInt(String(await callNode('eth_getBalance', address, 'latest'))),
    /** Sends a buyer's coins, wei, to an address. */
    async pay(to: string, wei: bigint): Promise<void> {
      await callNode('eth_sendTransaction', { from: buyersAccount, to, value: `0x${wei.toString(16)}` })
    },
    async close() {
      await stopAnvil(node)
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** A buyer's own wallet. */
const buyersAccount = '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb'

/** Whom the list of sanctioned wallets has. */
export const listedWallet = '0x8589427373D6D84E98730D7795D8f6f8731FDA16'

/** Code of a list that has one wallet: it answers whether the first argument is that one. */
function listing(address: string): string {
  return `0x73${address.slice(2)}6004351460005260206000f3`
}

/** The token's name and symbol, both empty, as its constructor is given them. */
const emptyNames = [64, 96, 0, 0].map((word) => word.toString(16).padStart(64, '0')).join('')
