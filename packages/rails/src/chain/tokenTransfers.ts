import { parseEventLogs, zeroAddress, type Address, type Hash, type Log } from 'viem'
import type { ChainClient } from './chainClient.ts'
import { tokenCurrencies, type TokenContracts, type TokenCurrency } from './ChainSettings.ts'
import { nodeFaultOf } from './NodeFault.ts'
import { isSame, transferEvent } from './payout/transfer.ts'

type TransferLog = Log<bigint, number, false, typeof transferEvent, true>

/** A transfer of one of our tokens, as in its contract's event. */
export type TokenLog = Pick<TransferLog, 'transactionHash' | 'logIndex' | 'blockNumber' | 'blockHash'> & {
  readonly currency: TokenCurrency
  readonly from: Address
  readonly to: Address
  readonly units: bigint
}

/** One block by its hash, or several by their numbers, both included. */
type Blocks = { readonly blockHash: Hash } | { readonly fromBlock: bigint; readonly toBlock: bigint }

/** How many receipts a node is asked for at once. */
const AT_ONCE = 20

/**
 * The transfers of our tokens in these blocks, without those of zero units. Where the node refuses the logs of one
 * block, it is asked for the receipts of that block's transactions, each of which the block's gas limit keeps small.
 * @param input.to leaves out what others received
 * @throws Error when the node does not answer, or refuses the logs of several blocks, or those of any contract
 */
export async function tokenTransfers(
  client: ChainClient,
  input: { readonly tokens: TokenContracts; readonly to?: Address },
  blocks: Blocks,
): Promise<TokenLog[]> {
  const { tokens } = input
  const logs = await transferLogs(client, input, blocks)
  return logs.flatMap(({ address, args, transactionHash, logIndex, blockNumber, blockHash }) => {
    const currency = tokenCurrencies.find((each) => isSame(tokens[each], address))
    if (currency === undefined || args.value === 0n) return []
    const { from, to, value: units } = args
    return [{ currency, from, to, units, transactionHash, logIndex, blockNumber, blockHash }]
  })
}

async function transferLogs(
  client: ChainClient,
  { tokens, to }: { readonly tokens: TokenContracts; readonly to?: Address },
  blocks: Blocks,
): Promise<readonly TransferLog[]> {
  const args = to && { args: { to } }
  const event = transferEvent
  try {
    return await client.getLogs({ address: Object.values(tokens), event, ...args, strict: true, ...blocks })
  } catch (error) {
    if (!isOneBlock(blocks) || nodeFaultOf(error)?.is !== 'refused') throw error
    const logs = await logsOfReceipts(client, blocks)
    return parseEventLogs({ abi: [event], eventName: event.name, logs, ...args, strict: true })
  }
}

function isOneBlock(blocks: Blocks): boolean {
  return 'blockHash' in blocks || blocks.fromBlock === blocks.toBlock
}

/**
 * All logs of one block, from its transactions' receipts.
 * @throws Error where the node refuses even the logs of a contract that has none: it does not know the block, or serves
 * no logs
 */
async function logsOfReceipts(client: ChainClient, blocks: Blocks): Promise<Log[]> {
  await client.getLogs({ address: zeroAddress, ...blocks })
  const { transactions } = await client.getBlock(
    'blockHash' in blocks ? { blockHash: blocks.blockHash } : { blockNumber: blocks.fromBlock },
  )
  const logs: Log[] = []
  for (let first = 0; first < transactions.length; first += AT_ONCE) {
    const some = transactions.slice(first, first + AT_ONCE)
    const receipts = await Promise.all(some.map((hash) => client.getTransactionReceipt({ hash })))
    logs.push(...receipts.flatMap((receipt) => receipt.logs))
  }
  return logs
}
