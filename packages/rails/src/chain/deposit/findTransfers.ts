import {
  BlockNotFoundError,
  decodeFunctionData,
  erc20Abi,
  getAddress,
  parseAbiItem,
  type Address,
  type Hash,
} from 'viem'
import type { Query } from '@cambio/server/postgres/Database.ts'
import type { ChainClient } from '../chainClient.ts'
import { tokenCurrencies, type ChainSettings, type TokenContracts } from '../ChainSettings.ts'
import { COIN, isSame } from '../payout/transfer.ts'
import { ourAddresses, type IncomingTransfer, type MinedBlock } from './KeptDeposit.ts'

const AT_ONCE = 20

type Asking = { readonly client: ChainClient; readonly query: Query; readonly settings: ChainSettings }

/** A transfer, before its order among those of its transaction is known. */
type Transfer = Omit<IncomingTransfer, 'entry'>

/**
 * What came to our addresses in these blocks, both included. Undefined where the chain changed while it was read.
 * @throws Error when the node does not answer
 */
export async function transfersIn(
  { client, query, settings }: Asking,
  range: { readonly from: bigint; readonly to: bigint },
): Promise<IncomingTransfer[] | undefined> {
  if (range.from > range.to) return []
  const blocks: Block[] = []
  for (let from = range.from; from <= range.to; from += BigInt(AT_ONCE)) {
    const numbers = Array.from({ length: AT_ONCE }, (_, index) => from + BigInt(index))
    const inTime = numbers.filter((number) => number <= range.to)
    blocks.push(
      ...(await Promise.all(inTime.map((number) => readBlock(client, number)))).flatMap((each) => each ?? []),
    )
  }
  if (blocks.some((block, index) => isTorn(block, blocks[index - 1]))) return undefined
  const logs = await tokenLogs(client, settings.tokens, range)
  const byHash = new Map(blocks.map((block) => [block.hash, block]))
  if (logs.some(({ blockHash }) => !byHash.has(blockHash))) return undefined
  const recipients = [
    ...blocks.flatMap(({ coins }) => coins.map(({ address }) => address)),
    ...logs.map((log) => log.to),
  ]
  const ours = await ourAddresses(query, [...new Set(recipients)])
  const coins = blocks.flatMap((block) => block.coins.filter(({ address }) => ours.has(address)))
  const moved = await Promise.all(coins.map((each) => hasSucceeded(client, each.txid)))
  const tokens = await Promise.all(
    logs
      .filter(({ to }) => ours.has(to))
      .map(async (log): Promise<Transfer> => {
        const { from: signer, nonce } = await client.getTransaction({ hash: log.transactionHash })
        const block = byHash.get(log.blockHash)
        const { to: address, from: sender, amount, transactionHash: txid } = log
        return {
          address,
          txid,
          sender,
          signer: getAddress(signer),
          nonce,
          amount,
          block: block ? minedBlock(block) : null,
        }
      }),
  )
  return named([...coins.filter((_, index) => moved[index]), ...tokens])
}

/** What waits for a block and would come to our addresses. A node that does not tell of such is not asked again. */
export async function transfersWaiting({ client, query, settings }: Asking): Promise<IncomingTransfer[]> {
  const pending = await client
    .getBlock({ blockTag: 'pending', includeTransactions: true })
    .catch(() => undefined)
  const transfers = (pending?.transactions ?? []).flatMap(
    ({ hash, from, to, value, input, nonce }): Transfer[] => {
      const paid = to === null ? undefined : paidBy(settings.tokens, { to, value, input })
      if (!paid) return []
      const signer = getAddress(from)
      return [{ ...paid, txid: hash, sender: signer, signer, nonce, block: null }]
    },
  )
  const ours = await ourAddresses(query, [...new Set(transfers.map(({ address }) => address))])
  return named(transfers.filter(({ address }) => ours.has(address)))
}

type Block = MinedBlock & { readonly parentHash: Hash; readonly coins: readonly Transfer[] }

async function readBlock(client: ChainClient, blockNumber: bigint): Promise<Block | undefined> {
  const block = await client.getBlock({ blockNumber, includeTransactions: true }).catch((error: unknown) => {
    // The sandbox's node cuts empty blocks away that are long past.
    if (error instanceof BlockNotFoundError) return undefined
    throw error
  })
  if (!block) return undefined
  const { number, hash, parentHash } = block
  const place = { number, hash, minedAt: new Date(Number(block.timestamp) * 1_000) }
  const coins = block.transactions.flatMap(({ hash: txid, from, to, value, nonce }): Transfer[] => {
    if (to === null || value === 0n) return []
    const signer = getAddress(from)
    const amount = { units: value, currency: COIN }
    return [{ address: getAddress(to), txid, sender: signer, signer, nonce, amount, block: place }]
  })
  return { ...place, parentHash, coins }
}

function minedBlock({ number, hash, minedAt }: MinedBlock): MinedBlock {
  return { number, hash, minedAt }
}

/** Whether a block does not follow on the one before it, so that the chain changed in between. */
function isTorn({ number, parentHash }: Block, before: Block | undefined): boolean {
  return before !== undefined && before.number + 1n === number && before.hash !== parentHash
}

const transferEvent = parseAbiItem('event Transfer(address indexed from, address indexed to, uint256 value)')

async function tokenLogs(
  client: ChainClient,
  tokens: TokenContracts,
  { from: fromBlock, to: toBlock }: { readonly from: bigint; readonly to: bigint },
) {
  const logs = await client.getLogs({
    address: Object.values(tokens),
    event: transferEvent,
    fromBlock,
    toBlock,
    strict: true,
  })
  return logs.flatMap(({ address, args, transactionHash, blockHash }) => {
    const currency = tokenCurrencies.find((each) => isSame(tokens[each], address))
    if (currency === undefined || args.value === 0n) return []
    const amount = { units: args.value, currency }
    return [{ to: getAddress(args.to), from: getAddress(args.from), amount, transactionHash, blockHash }]
  })
}

async function hasSucceeded(client: ChainClient, hash: Hash): Promise<boolean> {
  return (await client.getTransactionReceipt({ hash })).status === 'success'
}

/** Whom a transaction means to pay, and what. */
function paidBy(
  tokens: TokenContracts,
  { to, value, input }: { readonly to: Address; readonly value: bigint; readonly input: Hash },
): Pick<IncomingTransfer, 'address' | 'amount'> | undefined {
  const currency = tokenCurrencies.find((each) => isSame(tokens[each], to))
  if (!currency)
    return value > 0n ? { address: getAddress(to), amount: { units: value, currency: COIN } } : undefined
  try {
    const { functionName, args } = decodeFunctionData({ abi: erc20Abi, data: input })
    if (functionName !== 'transfer' || args[1] === 0n) return undefined
    return { address: getAddress(args[0]), amount: { units: args[1], currency } }
  } catch {
    return undefined // It calls something that is no part of the standard.
  }
}

/** Each transfer by its transaction, its coin and its place among those of the same kind to the same address. */
function named(transfers: readonly Transfer[]): IncomingTransfer[] {
  const counts = new Map<string, number>()
  return transfers.map((transfer) => {
    const key = `${transfer.txid}:${transfer.amount.currency}`
    const count = (counts.get(`${key}:${transfer.address}`) ?? 0) + 1
    counts.set(`${key}:${transfer.address}`, count)
    return { ...transfer, entry: `${key}:${count}` }
  })
}
