import type { Query } from '@cambio/server/postgres/Database.ts'
import type { Address, Hash } from 'viem'
import * as z from 'zod/mini'
import { tokenCurrencies, type ChainSettings, type TokenContracts } from './ChainSettings.ts'

/** A wallet on a chain, and how much of that chain was seen. */
export type ChainWallet = {
  readonly address: Address
  readonly chainId: number
  /** Its node, where that is a sandbox's. */
  readonly url: string | null
  readonly tokens: TokenContracts
  readonly nextNonce: number
  /** The last block whose transactions are in the books. */
  readonly height: bigint
  readonly blockHash: Hash
  readonly seenHeight: bigint
  readonly stopped: string | null
}

type Key = Pick<ChainWallet, 'address' | 'chainId'>

const hex = z.templateLiteral(['0x', z.string()])

const Row = z.object({
  address: hex,
  chain_id: z.bigint(),
  url: z.nullable(z.string()),
  tokens: z.record(z.enum(tokenCurrencies), hex),
  next_nonce: z.bigint(),
  height: z.bigint(),
  block_hash: hex,
  seen_height: z.bigint(),
  stopped: z.nullable(z.string()),
})

/** The wallet that pays out by these settings. */
export function walletKey({ keys, chainId }: Pick<ChainSettings, 'keys' | 'chainId'>): Key {
  return { address: keys.hotWallet.address, chainId }
}

/** What is known of a wallet; undefined before its chain was first seen. */
export async function findWallet(query: Query, { address, chainId }: Key): Promise<ChainWallet | undefined> {
  const [row] = await query({
    name: 'chain_wallet_find',
    text: 'select * from chain_wallet where address = $1 and chain_id = $2',
    values: [address, chainId],
  })
  return row && read(row)
}

/** Every wallet that the exchange ever paid out of, the one with the latest news first. */
export async function listWallets(query: Query): Promise<ChainWallet[]> {
  const rows = await query({
    name: 'chain_wallet_list',
    text: 'select * from chain_wallet order by seen_at desc',
    values: [],
  })
  return rows.map(read)
}

/** Writes down a wallet that is seen for the first time. Says whether it is new. */
export async function addWallet(
  query: Query,
  wallet: Omit<ChainWallet, 'stopped'>,
  at: Date,
): Promise<boolean> {
  const added = await query({
    name: 'chain_wallet_add',
    text: `
      insert into chain_wallet
        (address, chain_id, url, tokens, next_nonce, height, block_hash, seen_height, seen_at)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
      on conflict do nothing returning address`,
    values: [
      wallet.address,
      wallet.chainId,
      wallet.url,
      JSON.stringify(wallet.tokens),
      wallet.nextNonce,
      wallet.height,
      wallet.blockHash,
      wallet.seenHeight,
      at,
    ],
  })
  return added.length > 0
}

/** Writes down what the node told last: how high it is, where it is, and why nothing moves. */
export async function noteNode(
  query: Query,
  { address, chainId }: Key,
  news: {
    readonly height: bigint
    readonly url: string | null
    readonly stopped: string | null
    readonly at: Date
  },
): Promise<void> {
  await query({
    name: 'chain_wallet_note',
    text: `
      update chain_wallet
      set seen_height = greatest(seen_height, $3), url = $4, stopped = $5, seen_at = $6
      where address = $1 and chain_id = $2`,
    values: [address, chainId, news.height, news.url, news.stopped, news.at],
  })
}

function read(row: object): ChainWallet {
  const { address, chain_id, url, tokens, next_nonce, height, block_hash, seen_height, stopped } =
    Row.parse(row)
  return {
    address,
    chainId: Number(chain_id),
    url,
    tokens,
    nextNonce: Number(next_nonce),
    height,
    blockHash: block_hash,
    seenHeight: seen_height,
    stopped,
  }
}
