import type { Query } from '@cambio/server/postgres/Database.ts'
import type { ChainWallet } from '../ChainWallet.ts'

/** The operator's decision that pay-outs continue although someone else has used the wallet. */
export type Release = {
  /** The chain's nonce of the wallet. */
  readonly count: number
  readonly reason: string
  readonly actor: string
  readonly at: Date
}

/**
 * Lets a wallet pay out again, from the chain's nonce where that is above its own, and stores who decided it and why.
 * The caller has locked the wallet's row.
 * @returns the number of this release of the wallet
 */
export async function releaseWallet(
  query: Query,
  { address, chainId }: Pick<ChainWallet, 'address' | 'chainId'>,
  { count, reason, actor, at }: Release,
): Promise<number> {
  const [row] = await query<{ number: number }>({
    name: 'chain_wallet_release',
    text: `
      with freed as (
        update chain_wallet set stranger = null, next_nonce = greatest(next_nonce, $3)
        where address = $1 and chain_id = $2 returning address, chain_id, next_nonce
      )
      insert into chain_release (wallet, chain_id, number, next_nonce, reason, actor, at)
      select address, chain_id, (select count(*) + 1 from chain_release where wallet = $1 and chain_id = $2),
        next_nonce, $4, $5, $6 from freed
      returning number`,
    values: [address, chainId, count, reason, actor, at],
  })
  if (!row) throw new Error(`The wallet ${address} is gone`)
  return row.number
}
