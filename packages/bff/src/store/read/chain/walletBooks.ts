import { refundId } from '@cambio/exchange/payin/deposit/refundDeposit.ts'
import type { ChainClient } from '@cambio/rails/chain/chainClient.ts'
import { tokenCurrencies } from '@cambio/rails/chain/ChainSettings.ts'
import type { ChainWallet } from '@cambio/rails/chain/ChainWallet.ts'
import { balanceAt } from '@cambio/rails/chain/payout/balanceAt.ts'
import { COIN } from '@cambio/rails/chain/payout/transfer.ts'
import type { Query } from '@cambio/server/postgres/Database.ts'
import type { Money } from '@cambio/wire/Money.ts'
import * as z from 'zod/mini'
import type { Compared } from './Compared.ts'

/**
 * Compares the books of the wallet that pays out with its balances on the chain at the height that the books have
 * reached.
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

/**
 * The differences between a wallet's balances on the chain and its books; zeros are left out. @throws Error when the
 * node does not answer
 */
export async function walletDifferences(
  deps: { readonly query: Query; readonly client: ChainClient },
  wallet: ChainWallet,
): Promise<{ height: bigint; differences: Money[] }> {
  const { height, compared } = await walletBooks(deps, wallet)
  const differences = compared.map(({ asset, books, chain }) => ({ units: chain - books, currency: asset }))
  return { height, differences: differences.filter(({ units }) => units !== 0n) }
}

/** Reads the height that a wallet's books have reached, with its balances there by the books. */
async function readBooks(
  query: Query,
  { address, chainId }: { readonly address: string; readonly chainId: number },
): Promise<{ height: bigint; books: ReadonlyMap<string, bigint> }> {
  const rows = await query<{ height: bigint; asset: string | null; units: bigint; going_back: unknown }>({
    name: 'read_wallet_books',
    text: BOOKS,
    values: [address, chainId],
  })
  const books = new Map(rows.flatMap(({ asset, units }) => (asset === null ? [] : [[asset, units] as const])))
  for (const payment of z.array(GoingBack).parse(rows[0]?.going_back ?? []))
    books.set(payment.currency, (books.get(payment.currency) ?? 0n) + unbookedOf(payment))
  return { height: rows[0]?.height ?? 0n, books }
}

/** A payment that may refund a deposit. Its id names its order, its deposit and its try. */
const GoingBack = z.object({
  payout_id: z.string(),
  currency: z.string(),
  units: z.pipe(
    z.string(),
    z.transform((text: string) => BigInt(text)),
  ),
  has_left: z.boolean(),
  order_id: z.string(),
  number: z.number(),
  refund_failures: z.number(),
  is_returned: z.boolean(),
})
type GoingBack = z.infer<typeof GoingBack>

/** The difference between the chain and the books about a refund, in the smallest units, as the books must change. */
function unbookedOf(payment: GoingBack): bigint {
  const { payout_id, units, has_left, order_id: id, number, refund_failures, is_returned } = payment
  // Once one try is booked, another try that left as well is a real loss.
  const first = is_returned ? refund_failures : 0
  for (let refundFailures = first; refundFailures <= refund_failures; refundFailures++)
    if (refundId({ id }, { number, refundFailures }) === payout_id) {
      const isBooked = is_returned && refundFailures === refund_failures
      if (has_left !== isBooked) return has_left ? -units : units
    }
  return 0n
}

/*
 * Coins are booked as gone once they are known to be on their way, and leave the chain's account when they are in a
 * block. Amounts between the two are added back here, for each pay-out that one side knows further than the other. This
 * is one statement, so that height, books and pay-outs are of one moment.
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
  -- Older payments do not say whose they are: an order's id is what their own begins with. One that left at the first try
  -- and is booked needs nothing.
  going_back as (
    select c.payout_id, c.currency, c.units::text as units, c.state = 'done' as has_left, d.order_id, d.number,
      d.refund_failures, coalesce(d.lost_from, d.state) = 'returned' as is_returned
    from chain_payout c join deposit d on d.order_id = coalesce(c.order_id, left(c.payout_id, 12))
    where c.wallet = $1 and c.chain_id = $2 and not exists (select from orders o where o.payout_id = c.payout_id)
      and (c.state <> 'done' or d.refund_failures > 0 or coalesce(d.lost_from, d.state) <> 'returned')
  )
  select wallet.height, booked.asset, coalesce(booked.units, 0) + coalesce(between.units, 0) as units,
    (select json_agg(going_back) from going_back) as going_back
  from wallet left join booked on true left join between on between.asset = booked.asset`
