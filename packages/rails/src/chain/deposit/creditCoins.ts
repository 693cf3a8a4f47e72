import type { CreditObjection } from '@cambio/exchange/operator/wallet/WalletControl.ts'
import type { Query } from '@cambio/server/postgres/Database.ts'
import type { Money } from '@cambio/wire/Money.ts'
import { BaseError, getAddress, type Address, type Hash } from 'viem'
import type { ChainClient } from '../chainClient.ts'
import type { ChainWallet } from '../ChainWallet.ts'
import { balanceAt } from '../payout/balanceAt.ts'
import { COIN, isSame } from '../payout/transfer.ts'
import { bookedAt } from './bookedAt.ts'
import { lockDepositWatch } from './DepositWatch.ts'
import { keepDeposit } from './StoredDeposit.ts'

/**
 * Stores coins that a contract sent to an order's address by an internal call, which no block lists. They are what the
 * address holds above its books at the last final block that was read, as far as it arrived in the block of the
 * transaction that the operator names. They become a deposit, and a notice is filed for it. The caller is in a
 * transaction.
 * @returns the amount, or why nothing is stored
 */
export async function creditCoins(deps: Deps, chain: Chain, coins: Coins): Promise<Credited> {
  try {
    return await credit(deps, chain, coins)
  } catch (error) {
    if (error instanceof BaseError) return { objection: 'node_silent' }
    throw error
  }
}

type Deps = { readonly query: Query; readonly client: ChainClient }
type Chain = Pick<ChainWallet, 'chainId' | 'tokens'>
/** The order, and the transaction that sent the coins. */
type Coins = { readonly orderId: string; readonly txid: Hash }
type Credited = Money | CreditObjection

async function credit(
  { query, client }: Deps,
  { chainId, tokens }: Chain,
  { orderId, txid }: Coins,
): Promise<Credited> {
  const { height } = await lockDepositWatch(query, chainId)
  const address = await addressOf(query, chainId, orderId)
  if (address === undefined) return { objection: 'no_address' }
  const sent = await transactionAt(client, txid)
  if (!sent) return { objection: 'no_transaction' }
  if (sent.block.number > height) return { objection: 'not_final' }
  const balance = await balanceAt(client, { address, tokens }, COIN, height)
  const above = balance - (await bookedAt(query, address, COIN))
  if (above <= 0n) return { objection: 'all_booked' }
  const brought = await broughtIn({ query, client }, address, sent.block.number)
  if (brought === 'unknown') return { objection: 'state_gone', blockNumber: sent.block.number }
  if (brought <= 0n) return { objection: 'brought_nothing' }
  const units = brought < above ? brought : above
  const entry = `${txid}:${COIN}:inner`
  if (await isKept(query, address, entry)) return { objection: 'credited_before' }
  const amount = { units, currency: COIN }
  await keepDeposit(query, { chainId, isFinal: true }, { address, entry, txid, amount, ...sent })
  if (!(await isKept(query, address, entry))) return { objection: 'from_own_wallet' }
  return amount
}

/**
 * How many units of the chain's coin an address received in a block beyond what the books have for that block. What the
 * address itself sent in it does not reduce the result. Two contracts that send coins in one block count together,
 * since no block tells them apart.
 * @returns `unknown` where the node keeps no state that old
 */
async function broughtIn({ query, client }: Deps, address: Address, blockNumber: bigint) {
  const [before, after, left, [booked]] = await Promise.all([
    client.getBalance({ address, blockNumber: blockNumber - 1n }).catch(unknownState),
    client.getBalance({ address, blockNumber }).catch(unknownState),
    sentAwayIn(client, address, blockNumber),
    query<{ units: bigint }>({
      name: 'chain_deposit_of_block',
      text: `
        select coalesce(sum(units), 0) as units from chain_deposit
        where address = $1 and currency = $2 and state = 'final' and block_number = $3`,
      values: [address, COIN, blockNumber],
    }),
  ])
  if (before === 'unknown' || after === 'unknown') return 'unknown'
  return after - before + left - (booked?.units ?? 0n)
}

function unknownState(error: unknown): 'unknown' {
  if (error instanceof BaseError) return 'unknown'
  throw error
}

/** What an address sent in a block, with the network fee, in the smallest units. */
async function sentAwayIn(client: ChainClient, address: Address, blockNumber: bigint): Promise<bigint> {
  const { transactions } = await client.getBlock({ blockNumber, includeTransactions: true })
  const own = transactions.filter(({ from }) => isSame(from, address))
  const costs = await Promise.all(
    own.map(async ({ hash, value }) => {
      const { status, gasUsed, effectiveGasPrice } = await client.getTransactionReceipt({ hash })
      return gasUsed * effectiveGasPrice + (status === 'success' ? value : 0n)
    }),
  )
  return costs.reduce((sum, cost) => sum + cost, 0n)
}

async function addressOf(query: Query, chainId: number, orderId: string): Promise<Address | undefined> {
  const [row] = await query<{ address: Address }>({
    name: 'chain_address_of_order',
    text: 'select address from chain_deposit_address where chain_id = $1 and order_id = $2',
    values: [chainId, orderId],
  })
  return row?.address
}

/** Whether this deposit is stored and counts. One that a reorganisation removed may be stored again. */
async function isKept(query: Query, address: Address, entry: string): Promise<boolean> {
  const rows = await query({
    name: 'chain_deposit_is_kept',
    text: `select id from chain_deposit where address = $1 and entry = $2 and state = 'final'`,
    values: [address, entry],
  })
  return rows.length > 0
}

/** The sender of a transaction, and the contract that it called. Undefined where no such transaction succeeded. */
async function transactionAt(client: ChainClient, hash: Hash) {
  const found = await Promise.all([
    client.getTransaction({ hash }),
    client.getTransactionReceipt({ hash }),
  ]).catch((error: unknown) => {
    if (error instanceof BaseError && error.name.endsWith('NotFoundError')) return undefined
    throw error
  })
  if (!found) return undefined
  const [{ from, to, nonce }, { status, blockNumber, blockHash }] = found
  if (status !== 'success') return undefined
  const { timestamp } = await client.getBlock({ blockNumber })
  return {
    sender: getAddress(to ?? from),
    signer: getAddress(from),
    nonce,
    block: { number: blockNumber, hash: blockHash, minedAt: new Date(Number(timestamp) * 1_000) },
  }
}
