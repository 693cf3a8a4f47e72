import type { Query } from '@cambio/server/postgres/Database.ts'
import type { Address, Hash } from 'viem'
import * as z from 'zod/mini'
import { tokenCurrencies, type ChainSettings, type TokenContracts } from './ChainSettings.ts'

/** A wallet on a chain, and how far that chain was read. */
export type ChainWallet = {
  readonly address: Address
  readonly chainId: number
  /** Its node, where it is a sandbox's. */
  readonly url: string | null
  readonly tokens: TokenContracts
  readonly nextNonce: number
  /** The last block whose transactions are in the books. */
  readonly height: bigint
  readonly blockHash: Hash
  readonly seenHeight: bigint
  readonly stopped: string | null
  /** Why the chain cannot be read although its node answers. Deposits and the ends of pay-outs are not seen then. */
  readonly unreadable: string | null
  /** Why someone else seems to sign with its key. Nothing is paid out until the operator releases the wallet. */
  readonly stranger: string | null
  /** What there is too little of to pay out: a sentence for each currency, and one for the network’s `FEES`. */
  readonly tooLow: Readonly<Record<string, string>>
}

/** The key beside the currencies that stands for the network's fees of signed pay-outs. */
export const FEES = 'fees'

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
  unreadable: z.nullable(z.string()),
  stranger: z.nullable(z.string()),
  too_low: z.record(z.string(), z.string()),
})

/** Named one by one, since `*` changes as soon as the table has another column. */
const COLUMNS = Object.keys(Row.shape).join(', ')

/** The wallet that pays out by these settings. */
export function walletKey({ keys, chainId }: Pick<ChainSettings, 'keys' | 'chainId'>): Key {
  return { address: keys.hotWallet.address, chainId }
}

/** The state of a wallet. Undefined before its chain was first seen. */
export async function findWallet(query: Query, { address, chainId }: Key): Promise<ChainWallet | undefined> {
  const [row] = await query({
    name: 'chain_wallet_find',
    text: `select ${COLUMNS} from chain_wallet where address = $1 and chain_id = $2`,
    values: [address, chainId],
  })
  return row && read(row)
}

/** Every wallet that the exchange has paid out of, the most recently seen first. */
export async function listWallets(query: Query): Promise<ChainWallet[]> {
  const rows = await query({
    name: 'chain_wallet_list',
    text: `select ${COLUMNS} from chain_wallet order by seen_at desc, chain_id, address`,
    values: [],
  })
  return rows.map(read)
}

/** Stores a wallet that is seen for the first time. @returns whether it is new */
export async function addWallet(
  query: Query,
  wallet: Omit<ChainWallet, 'stopped' | 'unreadable' | 'stranger' | 'tooLow'>,
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

/** Stores what the node reported last: its height, its address, and why nothing moves. */
export async function noteNode(
  query: Query,
  { address, chainId }: Key,
  seen: {
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
    values: [address, chainId, seen.height, seen.url, seen.stopped, seen.at],
  })
}

/** Stores why the chain of a wallet cannot be read, or that it can. Does nothing for an unknown wallet. */
export async function noteUnreadable(
  query: Query,
  { address, chainId }: Key,
  why: string | null,
): Promise<void> {
  await query({
    name: 'chain_wallet_unreadable',
    text: `
      update chain_wallet set unreadable = $3
      where address = $1 and chain_id = $2 and unreadable is distinct from $3`,
    values: [address, chainId, why],
  })
}

/**
 * Reads the wallet and locks its row until the transaction ends. Everything that uses its nonce or moves its height
 * waits for the lock.
 */
export async function lockWallet(query: Query, { address, chainId }: Key): Promise<ChainWallet> {
  const [row] = await query({
    name: 'chain_wallet_lock',
    text: `select ${COLUMNS} from chain_wallet where address = $1 and chain_id = $2 for update`,
    values: [address, chainId],
  })
  if (!row) throw new Error(`The wallet ${address} is gone`)
  return read(row)
}

/**
 * Locks every wallet until the transaction ends, for what may be paid out of any of them.
 * @returns whether there is one
 */
export async function lockWallets(query: Query): Promise<boolean> {
  const rows = await query({
    name: 'chain_wallet_lock_all',
    text: 'select address from chain_wallet order by address, chain_id for update',
    values: [],
  })
  return rows.length > 0
}

/** Stores how far the books of a wallet go. */
export async function moveHeight(
  query: Query,
  { address, chainId }: Key,
  { number, hash }: { readonly number: bigint; readonly hash: Hash },
): Promise<void> {
  await query({
    name: 'chain_wallet_height',
    text: `
      update chain_wallet set height = $3, block_hash = $4, seen_height = greatest(seen_height, $3)
      where address = $1 and chain_id = $2`,
    values: [address, chainId, number, hash],
  })
}

/** Stores that someone else seems to sign with a wallet's key. @returns whether that is new */
export async function noteForeignSigner(
  query: Query,
  { address, chainId }: Key,
  why: string,
): Promise<boolean> {
  const noted = await query({
    name: 'chain_wallet_stranger',
    text: `
      update chain_wallet set stranger = $3 where address = $1 and chain_id = $2 and stranger is null
      returning address`,
    values: [address, chainId, why],
  })
  return noted.length > 0
}

/**
 * Stores that there is too little of a currency or for fees, and how much, or enough again.
 * @returns whether that is new
 */
export async function noteTooLow(
  query: Query,
  { address, chainId }: Key,
  { of, why }: { readonly of: string; readonly why: string | null },
): Promise<boolean> {
  const [changed] = await query<{ was_too_low: boolean }>({
    name: 'chain_wallet_too_low',
    text: `
      with before as (select too_low from chain_wallet where address = $1 and chain_id = $2)
      update chain_wallet
      set too_low = case when $4::text is null then too_low - $3
        else too_low || jsonb_build_object($3::text, $4::text) end
      where address = $1 and chain_id = $2 and too_low ->> $3 is distinct from $4::text
      returning (select too_low ? $3 from before) as was_too_low`,
    values: [address, chainId, of, why],
  })
  return changed !== undefined && changed.was_too_low === (why === null)
}

function read(row: object): ChainWallet {
  const { address, chain_id, url, tokens, next_nonce, height, block_hash, seen_height, too_low, ...rest } =
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
    stopped: rest.stopped,
    unreadable: rest.unreadable,
    stranger: rest.stranger,
    tooLow: too_low,
  }
}
