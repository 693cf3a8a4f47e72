import type { Money } from '@cambio/wire/Money.ts'
import { getAddress, type Address, type Hash } from 'viem'
import type { ChainClient } from '../chainClient.ts'
import type { ChainSettings, TokenContracts } from '../ChainSettings.ts'
import { hashAt } from '../hashAt.ts'
import { inParts, type Pace, type Range } from '../Pace.ts'
import { COIN } from '../payout/transfer.ts'
import { readWholeBlocks, type WholeBlock } from '../readWholeBlocks.ts'
import { tokenTransfers } from '../tokenTransfers.ts'
import type { MinedBlock } from './KeptDeposit.ts'

/** A block, with everything in it that may be somebody's deposit. */
export type ReadBlock = MinedBlock & {
  readonly parentHash: Hash
  readonly coins: readonly CoinTransfer[]
  readonly tokens: readonly TokenTransfer[]
}

/** The chain's own coin, sent by a transaction itself. */
type CoinTransfer = {
  readonly txid: Hash
  readonly from: Address
  readonly to: Address
  readonly nonce: number
  readonly amount: Money
}

/** A token, moved by its contract. */
type TokenTransfer = Omit<CoinTransfer, 'nonce'>

/**
 * The blocks above what is final as they were read last, oldest first. The last one's hash stands for all that is in
 * them, so that a look at a chain which has no new block reads none: of a live chain these are a dozen, of some hundred
 * kilobytes.
 */
export type RecentBlocks = { blocks: readonly ReadBlock[] }

type Asking = {
  readonly client: ChainClient
  readonly settings: ChainSettings
  readonly recent: RecentBlocks
  /** How many blocks the node is asked for logs of at once. */
  readonly logsPace: Pace
}

/**
 * What is in these blocks, both included, oldest first. Those that the sandbox's node has cut away are left out. Blocks
 * above `final` are remembered for the next time. Undefined where the chain changed while it was read, or the node does not
 * know all of it yet.
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

/** Reads on from the blocks that are remembered; undefined where the chain has other ones in their place, or has changed. */
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

/** Whether a block does not follow on the one before it, so that the chain changed in between. */
function isTorn({ number, parentHash }: Header, index: number, headers: readonly Header[]): boolean {
  const before = headers[index - 1]
  return before !== undefined && before.number + 1n === number && before.hash !== parentHash
}

/**
 * The blocks with what tokens moved in them. Those above `final` will not be asked for again, so each is asked for by its
 * hash, which a node that is behind does not know: by its number it would say that nothing moved there.
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

/** Of each token that moved in these blocks: in which block it did, and the transfer as it is kept. */
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
