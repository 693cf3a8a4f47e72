import * as z from 'zod/mini'

const Answer = z.object({ result: z.unknown(), error: z.optional(z.unknown()) })

/** Asks the chain's node. @throws Error when it refuses */
async function callChain(url: string, method: string, ...params: readonly unknown[]): Promise<unknown> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  const { result, error } = Answer.parse(await answer.json())
  if (error !== undefined) throw new Error(`${method}: ${JSON.stringify(error)}`)
  return result
}

/** One after the other: the node counts the transactions of its accounts itself. */
let last: Promise<unknown> = Promise.resolve()

/** Sends ether from one of the node's own accounts. */
export function sendEther(url: string, to: string, wei: bigint): Promise<void> {
  const sending = last.then(async () => {
    const accounts = z.array(z.string()).parse(await callChain(url, 'eth_accounts'))
    const transaction = { from: accounts.at(-1), to, value: `0x${wei.toString(16)}` }
    await callChain(url, 'eth_sendTransaction', transaction)
  })
  last = sending.catch(() => {})
  return sending
}

/** The ether of a wallet, in wei. */
export async function etherOf(url: string, wallet: string): Promise<bigint> {
  return BigInt(z.string().parse(await callChain(url, 'eth_getBalance', wallet, 'latest')))
}

/** `Transfer(address,address,uint256)` of ERC-20. */
const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

/** What came to a wallet by transfers of tokens, in the tokens' smallest units. */
export async function tokensOf(url: string, wallet: string): Promise<bigint> {
  const topics = [TRANSFER, null, `0x${wallet.slice(2).toLowerCase().padStart(64, '0')}`]
  const logs = await callChain(url, 'eth_getLogs', { fromBlock: '0x0', toBlock: 'latest', topics })
  const amounts = z.array(z.looseObject({ data: z.string() })).parse(logs)
  return amounts.reduce((sum, { data }) => sum + BigInt(data), 0n)
}
