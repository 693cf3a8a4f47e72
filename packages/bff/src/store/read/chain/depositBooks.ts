import { chainClient } from '@cambio/rails/chain/chainClient.ts'
import type { ChainWallet } from '@cambio/rails/chain/ChainWallet.ts'
import { balanceAt } from '@cambio/rails/chain/payout/balanceAt.ts'
import { COIN } from '@cambio/rails/chain/payout/transfer.ts'
import type { Query } from '@cambio/server/postgres/Database.ts'
import type { Compared } from './Compared.ts'

type Client = ReturnType<typeof chainClient>
type Address = `0x${string}`

const AT_ONCE = 20

/** ETH at an order's address that no deposit brought, in its smallest units. */
export type Unaccounted = { readonly orderId: string; readonly address: Address; readonly units: bigint }

/**
 * Compares the books of deposit addresses with their balances on the chain at the last block that was read. Addresses
 * without deposits are included for 31 days.
 */
export async function depositBooks(
  { query, client, now }: { readonly query: Query; readonly client: Client; readonly now: Date },
  { chainId, tokens }: Pick<ChainWallet, 'chainId' | 'tokens'>,
): Promise<{ compared: Compared[]; unaccounted: Unaccounted[] }> {
  const booked = await query<{ height: bigint; asset: string; units: bigint }>({
    name: 'read_deposit_books',
    text: BOOKS,
    values: [chainId, COIN],
  })
  const addresses = await query<DepositAddress>({
    name: 'read_deposit_addresses',
    text: ADDRESSES,
    values: [chainId, now, COIN],
  })
  const compared: Compared[] = []
  const unaccounted: Unaccounted[] = []
  for (const { height, asset, units: books } of booked) {
    // A token emits an event for each transfer. The chain's own coin can arrive without one, sent by a contract.
    const funded = addresses.filter(({ has_deposits }) => has_deposits || asset === COIN)
    const balanceOf = (address: Address) => balanceAt(client, { address, tokens }, asset, height)
    let chain = 0n
    for (let from = 0; from < funded.length; from += AT_ONCE) {
      const some = funded.slice(from, from + AT_ONCE)
      const found = await Promise.all(some.map(({ address }) => balanceOf(address)))
      for (const [index, { address, order_id: orderId, coins }] of some.entries()) {
        const units = found[index] ?? 0n
        chain += units
        if (asset === COIN && units > coins) unaccounted.push({ orderId, address, units: units - coins })
      }
    }
    compared.push({ account: 'deposits', asset, books, chain })
  }
  return { compared, unaccounted }
}

/** An address, with its balance of the chain's own coin by the books, in the smallest units. */
type DepositAddress = { address: Address; order_id: string; has_deposits: boolean; coins: bigint }

/* All addresses at once: one by one, thousands of them would take minutes. */
const ADDRESSES = `
  with came as (
    select address, coalesce(sum(units) filter (where currency = $3 and state = 'final'), 0) as units
    from chain_deposit where chain_id = $1 group by address
  ),
  swept as (
    select address, sum(units) as units from chain_swept where currency = $3 and not is_taken_back group by address
  )
  select a.address, a.order_id, came.address is not null as has_deposits,
    coalesce(came.units, 0) - coalesce(swept.units, 0) as coins
  from chain_deposit_address a left join came using (address) left join swept using (address)
  where a.chain_id = $1 and (a.made_at > $2::timestamptz - interval '31 days' or came.address is not null)`

/*
 * A deposit counts on the chain from its final block on, and in the books once its order has recorded it. Deposits
 * between the two are added to the books here. This is one statement, so that all of it is of one moment.
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
  assets as (select asset from booked union select currency from chain_deposit where chain_id = $1
    union select $2::text where exists (select from chain_deposit_address where chain_id = $1))
  select watch.height, assets.asset, (coalesce(booked.units, 0) + coalesce(between.units, 0)) as units
  from watch, assets left join booked using (asset) left join between using (asset)
  order by assets.asset`
