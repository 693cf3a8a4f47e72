import { chainClient } from '@cambio/rails/chain/chainClient.ts'
import type { ChainWallet } from '@cambio/rails/chain/ChainWallet.ts'
import { balanceAt } from '@cambio/rails/chain/payout/balanceAt.ts'
import type { Query } from '@cambio/server/postgres/Database.ts'
import type { Compared } from './Compared.ts'

type Client = ReturnType<typeof chainClient>

/** The books of deposit addresses, against what the chain says that these hold at the block that was read last. */
export async function depositBooks(
  { query, client }: { readonly query: Query; readonly client: Client },
  { chainId, tokens }: Pick<ChainWallet, 'chainId' | 'tokens'>,
): Promise<Compared[]> {
  const booked = await query<{ height: bigint; asset: string; units: bigint }>({
    name: 'cli_deposit_books',
    text: BOOKS,
    values: [chainId],
  })
  const addresses = await query<{ address: `0x${string}` }>({
    name: 'cli_deposit_addresses',
    text: 'select distinct address from chain_deposit where chain_id = $1',
    values: [chainId],
  })
  return Promise.all(
    booked.map(async ({ height, asset, units: books }) => {
      let chain = 0n
      for (const { address } of addresses)
        chain += await balanceAt(client, { address, tokens }, asset, height)
      return { account: 'deposits', asset, books, chain }
    }),
  )
}

/*
 * A deposit is in the chain's account from the block on in which it is final, and in the books once its order was told.
 * What is between the two is put to the books here. All of it is one statement, of one moment.
 */
const BOOKS = `
  with watch as (select height from chain_deposit_watch where chain_id = $1),
  booked as (
    select a.asset, sum(p.units) as units from account a join posting p on p.account_id = a.id
    where a.name = 'deposits' and p.layer = 'posted' group by a.asset
  ),
  between as (
    select c.currency as asset,
      sum(case when c.state = 'final' then c.units else -c.units end) as units
    from chain_deposit c left join deposit d on d.order_id = c.order_id and d.entry = c.entry
    where c.chain_id = $1
      and (c.state = 'final') <> (coalesce(d.state, 'gone') not in ('seen', 'gone', 'lost'))
    group by c.currency
  ),
  assets as (select asset from booked union select currency from chain_deposit where chain_id = $1)
  select watch.height, assets.asset, (coalesce(booked.units, 0) + coalesce(between.units, 0)) as units
  from watch, assets left join booked using (asset) left join between using (asset)
  order by assets.asset`
