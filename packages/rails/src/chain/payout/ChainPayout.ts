import type { PayoutOrder } from '@cambio/exchange/payout/PayoutRail.ts'
import type { Query } from '@cambio/server/postgres/Database.ts'
import { parseTransaction, type Address, type Hash, type Hex } from 'viem'
import * as z from 'zod/mini'
import type { ChainWallet } from '../ChainWallet.ts'
import { isSame } from './transfer.ts'

/** A pay-out on a chain, with every transaction that was signed for it, the first one first. */
export type ChainPayout = {
  readonly payoutId: string
  /** The order it pays out. Null for pay-outs older than this column. */
  readonly orderId: string | null
  /** The wallet that signed it, which may be an earlier one where the key was changed since. */
  readonly wallet: Address
  readonly nonce: number
  readonly currency: string
  readonly units: bigint
  readonly recipient: Address
  readonly gas: bigint
  readonly state: 'sent' | 'done' | 'reverted' | 'replaced'
  readonly txid: Hash | null
  readonly blockNumber: bigint | null
  readonly blockHash: Hash | null
  readonly feeUnits: bigint | null
  readonly timesFinal: number
  readonly transactions: readonly SignedTransaction[]
}

export type SignedTransaction = {
  readonly txid: Hash
  readonly number: number
  readonly raw: Hex
  readonly maxFeePerGas: bigint
  readonly maxPriorityFeePerGas: bigint
  readonly signedAt: Date
  readonly isAccepted: boolean
  /** Whether it moves nothing and only uses the nonce: it goes to the wallet itself, where no payment goes. */
  readonly isCancellation: boolean
}

/** A transaction that was just signed, so that nothing else is known about it. */
export type FreshTransaction = Omit<SignedTransaction, 'isAccepted' | 'isCancellation'>

type WalletKey = Pick<ChainWallet, 'address' | 'chainId'>

/** The pay-out of this id; undefined where none was signed. */
export async function findPayout(query: Query, payoutId: string): Promise<ChainPayout | undefined> {
  const rows = await query({
    name: 'chain_payout_find',
    text: `${SELECT} where p.payout_id = $1`,
    values: [payoutId],
  })
  return rows.map(read)[0]
}

/** Pay-outs that are not final yet, by nonce. */
export function listSent(query: Query, { address, chainId }: WalletKey): Promise<ChainPayout[]> {
  return list(query, {
    name: 'chain_payout_sent',
    text: `${SELECT} where p.wallet = $1 and p.chain_id = $2 and p.state = 'sent' order by p.nonce`,
    values: [address, chainId],
  })
}

/** Pay-outs that became final, or whose nonce was seen to be used, in this block or later. */
export async function listFinalSince(
  query: Query,
  { address, chainId }: WalletKey,
  blockNumber: bigint,
): Promise<ChainPayout[]> {
  // Sorted here: to sort them itself the database might read every pay-out of the wallet.
  const payouts = await list(query, {
    name: 'chain_payout_final',
    text: `${SELECT} where p.wallet = $1 and p.chain_id = $2 and p.block_number >= $3`,
    values: [address, chainId, blockNumber],
  })
  return payouts.toSorted((one, other) => one.nonce - other.nonce)
}

/**
 * Whether a pay-out was abandoned. It ended without moving anything and its order knows so, which means that its money
 * may have been refunded. After a reorganisation its nonce is used by a transaction that moves nothing.
 */
export function isGivenUp({ transactions }: ChainPayout): boolean {
  return transactions.at(-1)?.isCancellation ?? false
}

/** Stores a pay-out and its first signed transaction, under the wallet's next nonce. */
export async function addPayout(
  query: Query,
  wallet: WalletKey,
  payout: {
    order: PayoutOrder
    nonce: number
    gas: bigint
    transaction: FreshTransaction
  },
): Promise<void> {
  const { order, nonce, gas, transaction } = payout
  await query({
    name: 'chain_payout_add',
    text: `
      with next as (
        update chain_wallet set next_nonce = next_nonce + 1
        where address = $1 and chain_id = $2 and next_nonce = $3 returning next_nonce
      )
      insert into chain_payout
        (payout_id, wallet, chain_id, nonce, currency, units, recipient, gas, state, created_at, order_id)
      select $4, $1, $2, next_nonce - 1, $5, $6, $7, $8, 'sent', $9, $10 from next`,
    values: [
      wallet.address,
      wallet.chainId,
      nonce,
      order.payoutId,
      order.amount.currency,
      order.amount.units,
      order.address,
      gas,
      transaction.signedAt,
      order.orderId,
    ],
  })
  await addTransaction(query, order.payoutId, transaction)
}

/** Whether a pay-out that is known here has this nonce. */
export async function isNonceKnown(
  query: Query,
  { address, chainId }: WalletKey,
  nonce: number,
): Promise<boolean> {
  const rows = await query({
    name: 'chain_nonce_known',
    text: 'select nonce from chain_payout where wallet = $1 and chain_id = $2 and nonce = $3',
    values: [address, chainId, nonce],
  })
  return rows.length > 0
}

/**
 * Stores a pay-out whose transaction is in a block and was unknown here. The wallet's next nonce moves past all that
 * are known without a gap. The caller has locked the wallet's row.
 */
export async function adoptPayout(
  query: Query,
  { address, chainId }: WalletKey,
  payout: {
    order: Pick<PayoutOrder, 'payoutId' | 'orderId' | 'amount' | 'address'>
    nonce: number
    gas: bigint
    transaction: FreshTransaction
    at: Date
  },
): Promise<void> {
  const { order, nonce, gas, transaction, at } = payout
  const { payoutId, orderId, amount } = order
  await query({
    name: 'chain_payout_adopt',
    text: `
      insert into chain_payout
        (payout_id, wallet, chain_id, nonce, currency, units, recipient, gas, state, created_at, order_id)
      values ($1, $2, $3, $4, $5, $6, $7, $8, 'sent', $9, $10)`,
    values: [
      payoutId,
      address,
      chainId,
      nonce,
      amount.currency,
      amount.units,
      order.address,
      gas,
      transaction.signedAt,
      orderId,
    ],
  })
  await addTransaction(query, payoutId, transaction)
  await markAccepted(query, transaction.txid, at)
  await query({
    name: 'chain_nonce_past_adopted',
    text: `
      with recursive known as (
        select next_nonce as free from chain_wallet where address = $1 and chain_id = $2
        union all
        select k.free + 1 from known k
          join chain_payout p on p.wallet = $1 and p.chain_id = $2 and p.nonce = k.free
      )
      update chain_wallet set next_nonce = (select max(free) from known) where address = $1 and chain_id = $2`,
    values: [address, chainId],
  })
}

/** Stores another transaction of a pay-out. */
export async function addTransaction(
  query: Query,
  payoutId: string,
  { txid, number, raw, maxFeePerGas, maxPriorityFeePerGas, signedAt }: FreshTransaction,
): Promise<void> {
  await query({
    name: 'chain_transaction_add',
    text: `
      insert into chain_transaction
        (txid, payout_id, number, raw, max_fee_per_gas, max_priority_fee_per_gas, signed_at)
      values ($1, $2, $3, $4, $5, $6, $7)`,
    values: [txid, payoutId, number, raw, maxFeePerGas, maxPriorityFeePerGas, signedAt],
  })
}

/** Marks a transaction as accepted by the node. */
export async function markAccepted(query: Query, txid: Hash, at: Date): Promise<void> {
  await query({
    name: 'chain_transaction_accepted',
    text: 'update chain_transaction set accepted_at = $2 where txid = $1 and accepted_at is null',
    values: [txid, at],
  })
}

/** How a pay-out ended. */
export type PayoutEnd =
  | {
      readonly state: 'replaced'
      /**
       * The block by which it was seen; a reorganisation below it undoes the end. Null where the node no longer has the
       * block.
       */
      readonly seenIn: { readonly number: bigint; readonly hash: Hash } | null
    }
  | {
      readonly state: 'done' | 'reverted'
      readonly txid: Hash
      readonly blockNumber: bigint
      readonly blockHash: Hash
      readonly feeUnits: bigint
    }

/** Marks a pay-out as final. @returns whether it was not final before */
export async function markFinal(query: Query, payoutId: string, end: PayoutEnd): Promise<boolean> {
  const block =
    end.state === 'replaced'
      ? [null, end.seenIn?.number ?? null, end.seenIn?.hash ?? null, null]
      : [end.txid, end.blockNumber, end.blockHash, end.feeUnits]
  const ended = await query({
    name: 'chain_payout_ended',
    text: `
      update chain_payout
      set state = $2, txid = $3, block_number = $4, block_hash = $5, fee_units = $6, times_final = times_final + 1
      where payout_id = $1 and state = 'sent' returning payout_id`,
    values: [payoutId, end.state, ...block],
  })
  return ended.length > 0
}

/** Marks a pay-out as under way again, since a reorganisation removed its final transaction. */
export async function markUnderWay(query: Query, payoutId: string): Promise<void> {
  await query({
    name: 'chain_payout_under_way',
    text: `
      update chain_payout set state = 'sent', txid = null, block_number = null, block_hash = null, fee_units = null
      where payout_id = $1`,
    values: [payoutId],
  })
}

const SELECT = `
  select p.payout_id, p.wallet, p.nonce, p.currency, p.units, p.recipient, p.gas, p.state, p.txid, p.block_number,
    p.block_hash, p.fee_units, p.times_final, p.order_id, (
      select json_agg(json_build_object(
        'txid', t.txid, 'number', t.number, 'raw', t.raw, 'maxFeePerGas', t.max_fee_per_gas::text,
        'maxPriorityFeePerGas', t.max_priority_fee_per_gas::text, 'signedAt', t.signed_at,
        'isAccepted', t.accepted_at is not null) order by t.number)
      from chain_transaction t where t.payout_id = p.payout_id
    ) as transactions
  from chain_payout p`

const hex = z.templateLiteral(['0x', z.string()])
const units = z.pipe(
  z.string(),
  z.transform((text: string) => BigInt(text)),
)

const Row = z.object({
  payout_id: z.string(),
  wallet: hex,
  order_id: z.nullable(z.string()),
  nonce: z.bigint(),
  currency: z.string(),
  units: z.bigint(),
  recipient: hex,
  gas: z.bigint(),
  state: z.enum(['sent', 'done', 'reverted', 'replaced']),
  txid: z.nullable(hex),
  block_number: z.nullable(z.bigint()),
  block_hash: z.nullable(hex),
  fee_units: z.nullable(z.bigint()),
  times_final: z.number(),
  transactions: z.array(
    z.object({
      txid: hex,
      number: z.number(),
      raw: hex,
      maxFeePerGas: units,
      maxPriorityFeePerGas: units,
      signedAt: z.pipe(
        z.string(),
        z.transform((text) => new Date(text)),
      ),
      isAccepted: z.boolean(),
    }),
  ),
})

async function list(query: Query, statement: Parameters<Query>[0]): Promise<ChainPayout[]> {
  return (await query(statement)).map(read)
}

function read(row: object): ChainPayout {
  const { payout_id, order_id, wallet, nonce, block_number, block_hash, fee_units, times_final, ...rest } =
    Row.parse(row)
  return {
    ...rest,
    transactions: rest.transactions.map((each) => ({ ...each, isCancellation: isTo(wallet, each) })),
    payoutId: payout_id,
    orderId: order_id,
    wallet,
    nonce: Number(nonce),
    blockNumber: block_number,
    blockHash: block_hash,
    feeUnits: fee_units,
    timesFinal: times_final,
  }
}

function isTo(wallet: Address, { raw }: { readonly raw: Hex }): boolean {
  const { to } = parseTransaction(raw)
  return typeof to === 'string' && isSame(to, wallet)
}
