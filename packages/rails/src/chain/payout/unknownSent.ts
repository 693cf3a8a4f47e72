import type { Query } from '@cambio/server/postgres/Database.ts'
import type { Money } from '@cambio/wire/Money.ts'
import type { ChainClient } from '../chainClient.ts'
import type { ChainWallet } from '../ChainWallet.ts'
import { paidBy } from '../readTransaction.ts'
import { readWholeBlocks } from '../readWholeBlocks.ts'
import { isSame } from './transfer.ts'

/** A transaction of the wallet that pays out, which belongs to no pay-out that we know. */
export type UnknownSent = {
  readonly txid: string
  readonly nonce: number
  readonly to: string | null
  /** Null where it pays no address. */
  readonly amount: Money | null
}

/** What the wallet sent, the first one first. `missing`: how many more are in none of the blocks that were read. */
export type UnknownTransactions = { readonly sent: readonly UnknownSent[]; readonly missing: number }

const AT_ONCE = 200n

/**
 * Finds what the wallet sent and we do not know, as after a restore: what it sent after the back-up. The chain is read
 * backwards from its end until each is found. What the operator has released counts as known.
 * @param blocks how many of the last blocks are read at most
 * @returns undefined where the node does not know a block that it must have
 * @throws Error when the node does not answer
 */
export async function unknownSent(
  { query, client }: { readonly query: Query; readonly client: ChainClient },
  wallet: ChainWallet,
  blocks: number,
): Promise<UnknownTransactions | undefined> {
  const count = await client.getTransactionCount({ address: wallet.address })
  const wanted = await unknownNonces(query, wallet, count)
  const head = await client.getBlockNumber()
  const first = head > BigInt(blocks) ? head - BigInt(blocks) : 0n
  const sent: UnknownSent[] = []
  for (let to = head; to >= first && sent.length < wanted.size; to -= AT_ONCE) {
    const from = to - first < AT_ONCE ? first : to - AT_ONCE + 1n
    const read = await readWholeBlocks(client, { from, to, head }, ({ transactions }) =>
      transactions
        .filter(({ from: sender, nonce }) => wanted.has(nonce) && isSame(sender, wallet.address))
        .map((each) => ({ txid: each.hash, nonce: each.nonce, ...paidBy(each, wallet.tokens) })),
    )
    if (!read) return undefined
    sent.push(...read.flat())
  }
  return { sent: sent.toSorted((one, other) => one.nonce - other.nonce), missing: wanted.size - sent.length }
}

/** The nonces that the chain has from a wallet, and that we signed nothing with. */
async function unknownNonces(
  query: Query,
  { address, chainId, nextNonce }: ChainWallet,
  count: number,
): Promise<ReadonlySet<number>> {
  const rows = await query<{ nonce: bigint }>({
    name: 'chain_unknown_nonces',
    text: `
      select nonce from generate_series($3::int8, $4::int8 - 1) as taken (nonce)
      where not exists (
        select from chain_payout p where p.wallet = $1 and p.chain_id = $2 and p.nonce = taken.nonce
      )`,
    values: [address, chainId, nextNonce, count],
  })
  return new Set(rows.map(({ nonce }) => Number(nonce)))
}
