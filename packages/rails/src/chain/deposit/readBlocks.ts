import type { Money } from '@cambio/wire/Money.ts'
import { getAddress, type Address, type Hash } from 'viem'
import type { ChainClient } from '../chainClient.ts'
import type { ChainSettings, TokenContracts } from '../ChainSettings.ts'
import { hashAt } from '../hashAt.ts'
import { inParts, type Pace, type Range } from '../Pace.ts'
import { COIN } from '../payout/transfer.ts'
import { readWholeBlocks, type WholeBlock } from '../readWholeBlocks.ts'
import { tokenTransfers } from '../tokenTransfers.ts'
import type { MinedBlock } from './StoredDeposit.ts'

/** A block, with everything in it that may be a deposit. */
export type ReadBlock = MinedBlock & {
  readonly parentHash: Hash
  readonly coins: readonly CoinTransfer[]
  readonly tokens: readonly TokenTransfer[]
}

/** A transfer of the chain's own coin by a transaction itself. */
type CoinTransfer = {
  readonly txid: Hash
  readonly from: Address
  readonly to: Address
  readonly nonce: number
  readonly amount: Money
}

/** A transfer of a token by its contract. */
type TokenTransfer = Omit<CoinTransfer, 'nonce'>

/**
 * The blocks above the final one as they were read last, oldest first. The last hash stands for all of them, so that a
 * look at a chain without a new block reads none. On a live chain these are a dozen blocks of some hundred kilobytes.
 */
export type RecentBlocks = { blocks: readonly ReadBlock[] }

type Asking = {
  readonly client: ChainClient
  readonly settings: ChainSettings
  readonly recent: RecentBlocks
  /** For how many blocks the node is asked for logs at once. */
  readonly logsPace: Pace
}

/**
 * Reads these blocks, both included, oldest first. Blocks that the sandbox's node has pruned are left out. Blocks above
 * `final` are remembered for the next look.
 * @returns undefined where the chain changed while it was read, or the node does not know all of it yet
 * @throws Error when the node does not answer
 */
export async function readBlocks(
  asking: Asking,
  range: Range & { readonly final: bigint },
): Promise<readonly ReadBlock[] | undefined> {
  if (range.from > range.to) return []
  const { recent } = asking
  const blocks = (await readOn(asking, range)) ?? (await readAnew(asking, range))
  recent.blocks = blocks?.filter(({ number }) => number > range.final) ?? []
  return blocks
}

/** Continues from the remembered blocks. Undefined where the chain has replaced them, or has changed meanwhile. */
async function readOn(
  asking: Asking,
  range: Range & { readonly final: bigint },
): Promise<readonly ReadBlock[] | undefined> {
  const known = asking.recent.blocks.filter(({ number }) => number >= range.from)
  const last = known.at(-1)
  if (!last || known[0]?.number !== range.from || last.number > range.to) return undefined
  if (last.number === range.to)
    return (await hashAt(asking.client, range.to)) === last.hash ? known : undefined
  const added = await readAnew(asking, { ...range, from: last.number + 1n })
  return added?.[0]?.parentHash === last.hash ? [...known, ...added] : undefined
}

async function readAnew(
  asking: Asking,
  range: Range & { readonly final: bigint },
): Promise<readonly ReadBlock[] | undefined> {
  const headers = await readWholeBlocks(asking.client, { ...range, head: range.final }, headerOf)
  return !headers || headers.some(isTorn) ? undefined : withTokens(asking, headers, range)
}

type Header = Omit<ReadBlock, 'tokens'>

function headerOf({ number, hash, parentHash, timestamp, transactions }: WholeBlock): Header {
  const coins = transactions.flatMap(({ hash: txid, from, to, value, nonce }): CoinTransfer[] => {
    if (to === null || value === 0n) return []
    return [
      { txid, from: getAddress(from), to: getAddress(to), nonce, amount: { units: value, currency: COIN } },
    ]
  })
  return { number, hash, parentHash, minedAt: new Date(Number(timestamp) * 1_000), coins }
}

/** Whether a block does not follow the one before it, so that the chain changed meanwhile. */
function isTorn({ number, parentHash }: Header, index: number, headers: readonly Header[]): boolean {
  const before = headers[index - 1]
  return before !== undefined && before.number + 1n === number && before.hash !== parentHash
}

/**
 * Adds the token transfers of these blocks. Blocks above `final` are not asked for again, so each is asked for by its
 * hash, which a node that lags behind does not know. By number it would report that nothing moved there.
 */
async function withTokens(
  { client, settings: { tokens }, logsPace }: Omit<Asking, 'recent'>,
  headers: readonly Header[],
  { from, to, final }: Range & { readonly final: bigint },
): Promise<readonly ReadBlock[] | undefined> {
  const last = to < final ? to : final
  const moved = [
    ...(await inParts(logsPace, { from, to: last }, (part) =>
      transfersIn(client, tokens, { fromBlock: part.from, toBlock: part.to }),
    )),
    ...(
      await Promise.all(
        headers
          .filter(({ number }) => number > final)
          .map(({ hash: blockHash }) => transfersIn(client, tokens, { blockHash })),
      )
    ).flat(),
  ]
  const hashes = new Set(headers.map(({ hash }) => hash))
  if (moved.some(({ blockHash }) => !hashes.has(blockHash))) return undefined
  return headers.map((header) => ({
    ...header,
    tokens: moved.filter(({ blockHash }) => blockHash === header.hash).map(({ transfer }) => transfer),
  }))
}

/** The token transfers in these blocks, each with its block. */
async function transfersIn(
  client: ChainClient,
  tokens: TokenContracts,
  blocks: Parameters<typeof tokenTransfers>[2],
): Promise<readonly { readonly blockHash: Hash; readonly transfer: TokenTransfer }[]> {
  const moved = await tokenTransfers(client, { tokens }, blocks)
  return moved.map(({ blockHash, transactionHash: txid, from, to, units, currency }) => ({
    blockHash,
    transfer: { txid, from: getAddress(from), to: getAddress(to), amount: { units, currency } },
  }))
}
