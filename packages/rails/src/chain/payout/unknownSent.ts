import type { Query } from '@cambio/server/postgres/Database.ts'
import type { Money } from '@cambio/wire/Money.ts'
import type { ChainClient } from '../chainClient.ts'
import type { ChainWallet } from '../ChainWallet.ts'
import { paidBy } from '../readTransaction.ts'
import { readWholeBlocks } from '../readWholeBlocks.ts'
import { isSame } from './transfer.ts'

/** A transaction of the wallet that pays out, which no pay-out that is known here sent. */
export type UnknownSent = {
  readonly txid: string
  readonly nonce: number
  readonly to: string | null
  /** Null where it pays nobody. */
  readonly amount: Money | null
}

/**
 * Finds what the wallet sent in the last blocks and what is not known here, as after a restore: what left after the back-up.
 * @param blocks how many of the last blocks are read
 * @returns undefined where the node does not know a block that it must have
 * @throws Error when the node does not answer
 */
export async function unknownSent(
  { query, client }: { readonly query: Query; readonly client: ChainClient },
  wallet: ChainWallet,
  blocks: number,
): Promise<readonly UnknownSent[] | undefined> {
  const head = await client.getBlockNumber()
  const from = head > BigInt(blocks) ? head - BigInt(blocks) : 0n
  const read = await readWholeBlocks(client, { from, to: head, head }, ({ transactions }) =>
    transactions
      .filter((transaction) => isSame(transaction.from, wallet.address))
      .map((transaction) => ({
        txid: transaction.hash,
        nonce: transaction.nonce,
        ...paidBy(transaction, wallet.tokens),
      })),
  )
  const sent = read?.flat()
  if (sent === undefined) return undefined
  const known = await knownNonces(query, wallet, sent)
  return sent.filter(({ nonce }) => !known.has(nonce))
}

async function knownNonces(
  query: Query,
  { address, chainId }: ChainWallet,
  sent: readonly { readonly nonce: number }[],
): Promise<ReadonlySet<number>> {
  const rows = await query<{ nonce: bigint }>({
    name: 'chain_known_nonces',
    text: 'select nonce from chain_payout where wallet = $1 and chain_id = $2 and nonce = any($3::int8[])',
    values: [address, chainId, sent.map(({ nonce }) => nonce)],
  })
  return new Set(rows.map(({ nonce }) => Number(nonce)))
}
