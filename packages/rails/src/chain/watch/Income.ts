import type { Query } from '@cambio/server/postgres/Database.ts'
import type { Money } from '@cambio/wire/Money.ts'
import type { Hash } from 'viem'
import * as z from 'zod/mini'
import type { ChainClient } from '../chainClient.ts'
import type { ChainSettings } from '../ChainSettings.ts'
import type { ChainWallet } from '../ChainWallet.ts'
import { inParts, type Pace, type Range } from '../Pace.ts'
import { COIN, isSame } from '../payout/transfer.ts'
import { readWholeBlocks, type WholeBlock } from '../readWholeBlocks.ts'
import { tokenTransfers } from '../tokenTransfers.ts'

/** Coins that someone else sent to the wallet. */
export type Income = {
  /** The transaction's id. For a token, with the place of its event in the block. */
  readonly id: string
  readonly amount: Money
  readonly blockNumber: bigint
  readonly blockHash: Hash
}

type WalletKey = Pick<ChainWallet, 'address' | 'chainId'>

/**
 * The wallet's receipts in these blocks, both included. Undefined where the node does not know all of them yet.
 * @throws Error when the node does not answer
 */
export async function incomeIn(
  client: ChainClient,
  settings: ChainSettings,
  { logsPace, ...range }: Range & { readonly head: bigint; readonly logsPace: Pace },
): Promise<Income[] | undefined> {
  const tokens = await inParts(logsPace, range, (part) => tokensIn(client, settings, part))
  const coins = await readWholeBlocks(client, range, (block) => coinsIn(client, settings, block))
  return coins && [...coins.flat(), ...tokens]
}

async function coinsIn(
  client: ChainClient,
  { keys }: ChainSettings,
  { number: blockNumber, hash: blockHash, transactions }: WholeBlock,
): Promise<Income[]> {
  const { address } = keys.hotWallet
  const ours = transactions.filter(
    ({ from, to, value }) => to !== null && value > 0n && isSame(to, address) && !isSame(from, address),
  )
  const receipts = await Promise.all(ours.map(({ hash }) => client.getTransactionReceipt({ hash })))
  return ours.flatMap(({ hash, value }, index) =>
    receipts[index]?.status === 'success'
      ? [{ id: hash, amount: { units: value, currency: COIN }, blockNumber, blockHash }]
      : [],
  )
}

async function tokensIn(
  client: ChainClient,
  { keys, tokens }: ChainSettings,
  { from: fromBlock, to: toBlock }: Range,
): Promise<Income[]> {
  const { address } = keys.hotWallet
  const moved = await tokenTransfers(client, { tokens, to: address }, { fromBlock, toBlock })
  return moved
    .filter(({ from }) => !isSame(from, address))
    .map(({ transactionHash, logIndex, currency, units, blockNumber, blockHash }) => ({
      id: `${transactionHash}:${logIndex}`,
      amount: { units, currency },
      blockNumber,
      blockHash,
    }))
}

/** Stores incoming coins. @returns whether they are new */
export async function addIncome(
  query: Query,
  { address, chainId }: WalletKey,
  income: Income,
): Promise<boolean> {
  const { id, amount, blockNumber, blockHash } = income
  const added = await query({
    name: 'chain_income_add',
    text: `
      insert into chain_income (id, wallet, chain_id, currency, units, block_number, block_hash)
      values ($1, $2, $3, $4, $5, $6, $7) on conflict do nothing returning id`,
    values: [id, address, chainId, amount.currency, amount.units, blockNumber, blockHash],
  })
  return added.length > 0
}

const Row = z.object({
  id: z.string(),
  currency: z.string(),
  units: z.bigint(),
  block_number: z.bigint(),
  block_hash: z.templateLiteral(['0x', z.string()]),
})

/** Named one by one, since `*` changes as soon as the table has another column. */
const COLUMNS = Object.keys(Row.shape).join(', ')

/** Incoming coins of this block or later. */
export async function incomeSince(
  query: Query,
  { address, chainId }: WalletKey,
  blockNumber: bigint,
): Promise<Income[]> {
  const rows = await query({
    name: 'chain_income_since',
    text: `select ${COLUMNS} from chain_income where wallet = $1 and chain_id = $2 and block_number >= $3`,
    values: [address, chainId, blockNumber],
  })
  return rows.map((row) => {
    const { id, currency, units, block_number, block_hash } = Row.parse(row)
    return { id, amount: { units, currency }, blockNumber: block_number, blockHash: block_hash }
  })
}

/** Deletes coins that did not arrive after all. */
export async function removeIncome(query: Query, id: string): Promise<void> {
  await query({ name: 'chain_income_remove', text: 'delete from chain_income where id = $1', values: [id] })
}
