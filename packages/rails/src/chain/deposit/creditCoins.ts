import type { Query } from '@cambio/server/postgres/Database.ts'
import type { Money } from '@cambio/wire/Money.ts'
import { BaseError, getAddress, type Address, type Hash } from 'viem'
import type { ChainClient } from '../chainClient.ts'
import type { ChainWallet } from '../ChainWallet.ts'
import { balanceAt } from '../payout/balanceAt.ts'
import { COIN } from '../payout/transfer.ts'
import { bookedAt } from './bookedAt.ts'
import { lockDepositWatch } from './DepositWatch.ts'
import { keepDeposit } from './KeptDeposit.ts'

/**
 * Keeps coins that a contract passed on to an order's address inside a call of its own, which no block tells of: what the
 * address holds above its books at the last final block that was read. The operator says which transaction brought them.
 * They are a deposit from then on, of which the order is told. Whoever calls is in a transaction.
 * @returns how much it is, or why nothing is kept
 */
export async function creditCoins(deps: Deps, chain: Chain, coins: Coins): Promise<Credited> {
  try {
    return await credit(deps, chain, coins)
  } catch (error) {
    if (error instanceof BaseError) return { objection: 'The node does not answer.' }
    throw error
  }
}

type Deps = { readonly query: Query; readonly client: ChainClient }
type Chain = Pick<ChainWallet, 'chainId' | 'tokens'>
/** Of which order they are, and which transaction brought them. */
type Coins = { readonly orderId: string; readonly txid: Hash }
type Credited = Money | { readonly objection: string }

async function credit(
  { query, client }: Deps,
  { chainId, tokens }: Chain,
  { orderId, txid }: Coins,
): Promise<Credited> {
  const { height } = await lockDepositWatch(query, chainId)
  const address = await addressOf(query, chainId, orderId)
  if (address === undefined) return { objection: `Order ${orderId} has no address on this chain.` }
  const sent = await transactionAt(client, txid)
  if (!sent) return { objection: `The chain has no transaction ${txid} that succeeded.` }
  if (sent.block.number > height)
    return { objection: `Transaction ${txid} is not final; try again in a moment.` }
  const held = await balanceAt(client, { address, tokens }, COIN, height)
  const units = held - (await bookedAt(query, address, COIN))
  if (units <= 0n) return { objection: `The books have all that the address of order ${orderId} holds.` }
  const entry = `${txid}:${COIN}:inner`
  if (await isKept(query, address, entry))
    return { objection: `Transaction ${txid} was credited before: name the one that brought the rest.` }
  const amount = { units, currency: COIN }
  await keepDeposit(query, { chainId, isFinal: true }, { address, entry, txid, amount, ...sent })
  if (!(await isKept(query, address, entry)))
    return { objection: 'These coins came from a wallet of yours, which “chain sweep --to” named.' }
  return amount
}

async function addressOf(query: Query, chainId: number, orderId: string): Promise<Address | undefined> {
  const [row] = await query<{ address: Address }>({
    name: 'chain_address_of_order',
    text: 'select address from chain_deposit_address where chain_id = $1 and order_id = $2',
    values: [chainId, orderId],
  })
  return row?.address
}

/** Whether such a deposit counts. One that a reorganisation took away may be kept again. */
async function isKept(query: Query, address: Address, entry: string): Promise<boolean> {
  const rows = await query({
    name: 'chain_deposit_is_kept',
    text: `select id from chain_deposit where address = $1 and entry = $2 and state = 'final'`,
    values: [address, entry],
  })
  return rows.length > 0
}

/** Who sent a transaction, and the contract that it called; undefined where there is none that succeeded. */
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
