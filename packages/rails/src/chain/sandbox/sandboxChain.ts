import { setTimeout as after } from 'node:timers/promises'
import {
  encodeAbiParameters,
  encodeFunctionData,
  erc20Abi,
  getContractAddress,
  numberToHex,
  parseEther,
  type Address,
  type Hex,
  type LocalAccount,
} from 'viem'
import type { ChainClient } from '../chainClient.ts'
import type { TokenContracts } from '../ChainSettings.ts'
import { answeringTokenCode, silentTokenCode } from '../contracts/tokenCode.ts'
import { developmentNode, type DevelopmentNode } from './developmentNode.ts'

/*
 * What a fresh sandbox does to its chain: it deploys two tokens, and sends the hot wallet and the testers some of
 * everything. All of it is a list of the deployer's transactions, so the deployer's nonce says how much of the list is
 * done.
 */

/** The contracts' addresses follow from who creates them and in which order. */
export function sandboxTokens(deployer: Address): TokenContracts {
  return {
    USDC: getContractAddress({ from: deployer, nonce: 0n }),
    USDT20: getContractAddress({ from: deployer, nonce: 1n }),
  }
}

type Step = { readonly to?: Address; readonly data?: Hex; readonly value?: bigint }

const TOKEN_DECIMALS = 1_000_000n
const HOT_WALLET_ETHER = parseEther('1000')
const HOT_WALLET_TOKENS = 10_000_000n * TOKEN_DECIMALS
const TESTER_TOKENS = 1_000_000n * TOKEN_DECIMALS
/** The deployer's own coins, which pay its fees. */
const DEPLOYER_ETHER = HOT_WALLET_ETHER + parseEther('100')

/**
 * Does the missing part of the list, and returns when all of it is on the chain. Processes that do it at once send
 * equal bytes. The node's unlocked accounts, which are the testers', pay for it.
 * @throws Error when the node has no such accounts and the deployer has no coins, or it takes longer than ten seconds
 */
export async function prepareSandboxChain(
  { client, url }: { client: ChainClient; url: string },
  { deployer, hotWallet }: { deployer: LocalAccount; hotWallet: Address },
): Promise<void> {
  const node = developmentNode(url, READY_MS)
  const { address } = deployer
  const count = () => client.getTransactionCount({ address })
  const testers = await node.request({ method: 'eth_accounts' }).catch(() => [])
  const steps = stepsFor(sandboxTokens(address), hotWallet, testers)
  const done = await count()
  if (done >= steps.length) return
  await fund({ client, node }, address, testers[0])
  for (const [nonce, step] of steps.entries()) if (nonce >= done) await send(client, deployer, nonce, step)
  await mine(node)
  await until('The tokens of the sandbox did not come into a block in time', async () => {
    return (await count()) >= steps.length
  })
}

function stepsFor(tokens: TokenContracts, hotWallet: Address, testers: readonly Address[]): Step[] {
  const contracts = [tokens.USDC, tokens.USDT20]
  const give = (to: Address, units: bigint) =>
    contracts.map((token) => ({ to: token, data: transferOf(to, units) }))
  return [
    { data: creationOf(answeringTokenCode, 'Sandbox USD Coin', 'USDC') },
    { data: creationOf(silentTokenCode, 'Sandbox Tether', 'USDT') },
    { to: hotWallet, value: HOT_WALLET_ETHER },
    ...give(hotWallet, HOT_WALLET_TOKENS),
    ...testers.flatMap((tester) => give(tester, TESTER_TOKENS)),
  ]
}

function creationOf(code: Hex, name: string, symbol: string): Hex {
  const constructorArgs = encodeAbiParameters([{ type: 'string' }, { type: 'string' }], [name, symbol])
  return `${code}${constructorArgs.slice(2)}`
}

function transferOf(to: Address, units: bigint): Hex {
  return encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, units] })
}

/** Prices are fixed, so that a step always has the same bytes. */
async function send(client: ChainClient, deployer: LocalAccount, nonce: number, step: Step): Promise<void> {
  const serializedTransaction = await deployer.signTransaction({
    ...step,
    type: 'eip1559',
    chainId: await client.getChainId(),
    nonce,
    gas: step.to === undefined ? 2_000_000n : 120_000n,
    maxFeePerGas: 20_000_000_000n,
    maxPriorityFeePerGas: 1_000_000_000n,
  })
  // The node refuses a transaction that it already has: whether all are in a block is checked at the end.
  await client.sendRawTransaction({ serializedTransaction }).catch(() => {})
}

async function fund(
  { client, node }: { client: ChainClient; node: DevelopmentNode },
  deployer: Address,
  tester: Address | undefined,
): Promise<void> {
  const isFunded = async () =>
    (await client.getBalance({ address: deployer })) >= DEPLOYER_ETHER - HOT_WALLET_ETHER
  if (await isFunded()) return
  if (tester === undefined) {
    throw new Error(`The node unlocks no account: send ${DEPLOYER_ETHER} wei to ${deployer}`)
  }
  const value = numberToHex(DEPLOYER_ETHER)
  const sent = { from: tester, to: deployer, value }
  // Another process may have sent it too: the balance is checked below.
  await node.request({ method: 'eth_sendTransaction', params: [sent] }).catch(() => {})
  await mine(node)
  await until('The deployer of the sandbox got no coins in time', isFunded)
}

/** Makes a block at once where the node can, so that the start does not wait for the next one. */
async function mine(node: DevelopmentNode): Promise<void> {
  await node.request({ method: 'evm_mine' }).catch(() => {})
}

const READY_MS = 10_000
const ASK_AGAIN_MS = 100

async function until(complaint: string, isSo: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + READY_MS
  while (!(await isSo())) {
    if (Date.now() > deadline) throw new Error(complaint)
    await after(ASK_AGAIN_MS)
  }
}
