import type { Query } from '@cambio/server/postgres/Database.ts'
import type { Money } from '@cambio/wire/Money.ts'
import type { Address, Hash } from 'viem'
import * as z from 'zod/mini'
import { COIN } from '../payout/transfer.ts'

/** A transfer to one of our addresses. */
export type IncomingTransfer = {
  readonly address: Address
  /** Which of the transaction's transfers to the address it is. */
  readonly entry: string
  readonly txid: Hash
  readonly sender: Address
  readonly signer: Address
  readonly nonce: number
  readonly amount: Money
  /** Null while it is in no block. */
  readonly block: MinedBlock | null
}

export type MinedBlock = { readonly number: bigint; readonly hash: Hash; readonly minedAt: Date }

/** A deposit as it is stored. */
export type StoredDeposit = IncomingTransfer & {
  readonly id: string
  readonly orderId: string
  readonly isReplacement: boolean
  readonly state: 'seen' | 'final' | 'gone'
}

const hex = z.templateLiteral(['0x', z.string()])

const Row = z.object({
  id: z.string(),
  order_id: z.string(),
  address: hex,
  entry: z.string(),
  txid: hex,
  sender: hex,
  signer: hex,
  nonce: z.bigint(),
  is_replacement: z.boolean(),
  currency: z.string(),
  units: z.bigint(),
  state: z.enum(['seen', 'final', 'gone']),
  block_number: z.nullable(z.bigint()),
  block_hash: z.nullable(hex),
  mined_at: z.nullable(z.date()),
})

/** Named one by one, since `*` changes as soon as the table has another column. */
const COLUMNS = Object.keys(Row.shape).join(', ')

/**
 * Stores deposits as they are now. One that has not changed is left alone; the others are marked as changed. A final
 * one stays final, since only a reorganisation removes it. Gas is not stored: it is the chain's own coin from a wallet
 * of the operator's, at an address whose tokens wait to be swept.
 */
export async function keepDeposit(
  query: Query,
  { chainId, isFinal }: { readonly chainId: number; readonly isFinal: boolean },
  { address, entry, txid, sender, signer, nonce, amount, block }: IncomingTransfer,
): Promise<void> {
  await query({
    name: 'chain_deposit_keep',
    text: KEEP,
    values: [
      `${address}:${entry}`,
      chainId,
      address,
      entry,
      txid,
      sender,
      signer,
      nonce,
      amount.currency,
      amount.units,
      isFinal ? 'final' : 'seen',
      block?.number ?? null,
      block?.hash ?? null,
      block?.minedAt ?? null,
    ],
  })
}

const KEEP = `
  insert into chain_deposit as kept (id, chain_id, address, order_id, entry, txid, sender, signer, nonce, is_replacement,
    currency, units, state, block_number, block_hash, mined_at)
  select $1, $2::int8, a.address, a.order_id, $4, $5, $6, $7, $8::int8,
    exists (select from chain_deposit o where o.chain_id = $2 and o.signer = $7 and o.nonce = $8 and o.txid <> $5),
    $9, $10::numeric, $11, $12::int8, $13, $14::timestamptz
  from chain_deposit_address a where a.address = $3
    and (exists (select from chain_deposit k where k.id = $1) or not (
      $9 = '${COIN}'
      and exists (select from chain_operator_wallet w where w.chain_id = $2 and w.address = lower($6))
      and exists (
        select from chain_deposit t where t.order_id = a.order_id and t.currency <> $9 and t.state <> 'gone'
        group by t.currency having sum(t.units) > coalesce((
          select sum(s.units) from chain_swept s
          where s.address = $3 and s.currency = t.currency and not s.is_taken_back), 0))))
  on conflict (id) do update
  set state = excluded.state, block_number = excluded.block_number, block_hash = excluded.block_hash,
    mined_at = excluded.mined_at, is_told = false
  where kept.state <> 'final'
    and (kept.state, kept.block_hash) is distinct from (excluded.state, excluded.block_hash)`

/** Stores that a deposit is no longer in a block: it waits for one again, or is gone. */
export async function unblockDeposit(query: Query, id: string, state: 'seen' | 'gone'): Promise<void> {
  await query({
    name: 'chain_deposit_unblock',
    text: `
      update chain_deposit set state = $2, block_number = null, block_hash = null, mined_at = null, is_told = false
      where id = $1 and (state <> $2 or block_number is not null)`,
    values: [id, state],
  })
}

/** Deposits that are not final. */
export function listSeenDeposits(query: Query, chainId: number): Promise<StoredDeposit[]> {
  return list(query, {
    name: 'chain_deposit_seen',
    text: `select ${COLUMNS} from chain_deposit where chain_id = $1 and state = 'seen'`,
    values: [chainId],
  })
}

/** Deposits that became final in this block or later. */
export function listFinalDepositsSince(
  query: Query,
  chainId: number,
  blockNumber: bigint,
): Promise<StoredDeposit[]> {
  return list(query, {
    name: 'chain_deposit_final_since',
    text: `select ${COLUMNS} from chain_deposit where chain_id = $1 and state = 'final' and block_number >= $2`,
    values: [chainId, blockNumber],
  })
}

/** The deposits of an order, in the order of receipt. */
export function listDepositsOf(query: Query, orderId: string): Promise<StoredDeposit[]> {
  return list(query, {
    name: 'chain_deposit_of_order',
    text: `select ${COLUMNS} from chain_deposit where order_id = $1 order by block_number nulls last, id`,
    values: [orderId],
  })
}

/** Which of these addresses are ours. */
export async function ourAddresses(query: Query, addresses: readonly Address[]): Promise<Set<Address>> {
  if (addresses.length === 0) return new Set()
  const rows = await query<{ address: Address }>({
    name: 'chain_deposit_ours',
    text: 'select address from chain_deposit_address where address = any($1)',
    values: [addresses],
  })
  return new Set(rows.map(({ address }) => address))
}

/** Orders whose deposits changed since their last notice was filed. */
export async function listChangedOrders(query: Query): Promise<string[]> {
  const rows = await query<{ order_id: string }>({
    name: 'chain_deposit_untold',
    text: 'select distinct order_id from chain_deposit where not is_told',
    values: [],
  })
  return rows.map(({ order_id }) => order_id)
}

/** Marks the changes of an order as filed. */
export async function markFiled(query: Query, orderId: string): Promise<void> {
  await query({
    name: 'chain_deposit_told',
    text: 'update chain_deposit set is_told = true where order_id = $1 and not is_told',
    values: [orderId],
  })
}

async function list(query: Query, statement: Parameters<Query>[0]): Promise<StoredDeposit[]> {
  const rows = await query(statement)
  return rows.map((row) => {
    const { id, order_id, address, entry, txid, sender, signer, nonce, currency, units, ...rest } =
      Row.parse(row)
    const {
      is_replacement: isReplacement,
      state,
      block_number: number,
      block_hash: hash,
      mined_at: minedAt,
    } = rest
    const block = number !== null && hash !== null && minedAt !== null ? { number, hash, minedAt } : null
    return {
      id,
      orderId: order_id,
      address,
      entry,
      txid,
      sender,
      signer,
      nonce: Number(nonce),
      isReplacement,
      amount: { units, currency },
      state,
      block,
    }
  })
}
