import type { ChainClient } from '@cambio/rails/chain/chainClient.ts'
import { tokenCurrencies } from '@cambio/rails/chain/ChainSettings.ts'
import type { ChainWallet } from '@cambio/rails/chain/ChainWallet.ts'
import { balanceAt } from '@cambio/rails/chain/payout/balanceAt.ts'
import { COIN } from '@cambio/rails/chain/payout/transfer.ts'
import type { Query } from '@cambio/server/postgres/Database.ts'
import type { Compared } from './Compared.ts'

/**
 * Compares the books of the wallet that pays out with what it held on the chain at the height that the books have come
 * to.
 * @throws Error when the node does not answer
 */
export async function walletBooks(
  { query, client }: { readonly query: Query; readonly client: ChainClient },
  wallet: ChainWallet,
): Promise<{ height: bigint; compared: Compared[] }> {
  const { height, books } = await readBooks(query, wallet)
  const compared = await Promise.all(
    [COIN, ...tokenCurrencies].map(async (asset): Promise<Compared> => {
      const chain = await balanceAt(client, wallet, asset, height)
      return { account: 'wallet', asset, books: books.get(asset) ?? 0n, chain }
    }),
  )
  return { height, compared }
}

/** Reads the height that the books of a wallet have come to, and what it held there by them. */
async function readBooks(
  query: Query,
  { address, chainId }: { readonly address: string; readonly chainId: number },
): Promise<{ height: bigint; books: ReadonlyMap<string, bigint> }> {
  const rows = await query<{ height: bigint; asset: string | null; units: bigint }>({
    name: 'cli_chain_books',
    text: BOOKS,
    values: [address, chainId],
  })
  const books = new Map(rows.flatMap(({ asset, units }) => (asset === null ? [] : [[asset, units] as const])))
  return { height: rows[0]?.height ?? 0n, books }
}

/*
 * Coins are booked as gone once they are known to be on their way, and leave the chain's account when they are in a
 * block. What is between the two is put back here, for each pay-out that one side knows further than the other. All of
 * it is one statement, so that height, books and pay-outs are of one moment.
 */
const BOOKS = `
  with wallet as (select height from chain_wallet where address = $1 and chain_id = $2),
  booked as (
    select a.asset, sum(p.units) as units from account a join posting p on p.account_id = a.id
    where a.name = 'wallet' and p.layer = 'posted' group by a.asset
  ),
  between as (
    select c.currency as asset, sum(
      coalesce((
        select -sum(p.units) from journal j join posting p on p.journal_id = j.id join account a on a.id = p.account_id
        where j.reference = o.id and j.kind in ('payout', 'payout_failed') and a.name = 'wallet'
      ), 0) - case when c.state = 'done' then c.units else 0 end
    ) as units
    from chain_payout c join orders o on o.payout_id = c.payout_id
    where c.wallet = $1 and c.chain_id = $2 and (c.state <> 'done' or o.payout_state <> 'done')
    group by c.currency
  ),
  tries as (
    select d.order_id || '-refund-' || d.number || case when failures = 0 then '' else '-' || (failures + 1) end
      as payout_id, coalesce(d.lost_from, d.state) = 'returned' and failures = d.refund_failures as is_booked
    from deposit d, generate_series(0, d.refund_failures) failures
    -- Once one try is booked, another that left as well is a loss that nothing excuses.
    where coalesce(d.lost_from, d.state) <> 'returned' or failures = d.refund_failures
  ),
  going_back as (
    select c.currency as asset, sum(case when c.state = 'done' then -c.units else c.units end) as units
    from chain_payout c join tries t using (payout_id)
    where c.wallet = $1 and c.chain_id = $2 and (c.state = 'done') <> t.is_booked
    group by c.currency
  )
  select wallet.height, booked.asset, coalesce(booked.units, 0) + coalesce(between.units, 0)
    + coalesce(going_back.units, 0) as units
  from wallet left join booked on true left join between on between.asset = booked.asset
    left join going_back on going_back.asset = booked.asset`
