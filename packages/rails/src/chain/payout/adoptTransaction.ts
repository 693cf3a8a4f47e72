import type {
  AdoptablePayment,
  AdoptedPayment,
  AdoptObjection,
} from '@cambio/exchange/operator/wallet/WalletControl.ts'
import type { Query } from '@cambio/server/postgres/Database.ts'
import type { Money } from '@cambio/wire/Money.ts'
import {
  BaseError,
  getAddress,
  isAddress,
  keccak256,
  serializeTransaction,
  type Hash,
  type Transaction,
  type TransactionReceipt,
} from 'viem'
import type { ChainClient } from '../chainClient.ts'
import { lockWallet, type ChainWallet } from '../ChainWallet.ts'
import { paidBy } from '../readTransaction.ts'
import { bookEnd } from '../watch/payoutEnds.ts'
import { adoptPayout, findPayout, isNonceKnown, type FreshTransaction } from './ChainPayout.ts'
import { hasMoved, isSame } from './transfer.ts'

type Deps = {
  /** Inside the caller's transaction. */
  readonly query: Query
  readonly client: ChainClient
  readonly now: () => Date
}

type Sent = {
  readonly orderId: string
  readonly txid: Hash
  readonly payments: readonly AdoptablePayment[]
  readonly isAnyAmount: boolean
}

/**
 * Stores a transaction that is in a block, and that the wallet sent without our knowledge, as a pay-out of an order. It
 * is booked at once where the other pay-outs of its block are in the books; otherwise it is booked when the chain is
 * read that far.
 */
export async function adoptTransaction(
  deps: Deps,
  { address, chainId }: ChainWallet,
  { orderId, txid, payments, isAnyAmount }: Sent,
): Promise<AdoptedPayment | AdoptObjection> {
  const found = await read(deps.client, txid)
  if ('objection' in found) return found
  const { transaction, receipt, signedAt } = found
  if (!isSame(transaction.from, address)) return { objection: 'not_from_wallet' }
  const wallet = await lockWallet(deps.query, { address, chainId })
  if (await isNonceKnown(deps.query, wallet, transaction.nonce)) return { objection: 'known_before' }
  if (transaction.nonce < wallet.nextNonce) return { objection: 'released_before' }
  const { to, amount: paid } = paidBy(transaction, wallet.tokens)
  const payment = payments.find(
    (each) => to !== null && paid !== null && isOf(each, { to, paid, isAnyAmount }),
  )
  if (!payment || paid === null) return { objection: 'pays_something_else' }
  const recipient = getAddress(payment.address.toLowerCase())
  if (!hasMoved(receipt, wallet.tokens, { amount: paid, from: wallet.address, recipient }))
    return { objection: 'moved_nothing' }
  if (await findPayout(deps.query, payment.payoutId)) return { objection: 'signed_here' }
  const signed = signedBytes(transaction, signedAt)
  if (!signed) return { objection: 'another_form' }
  const order = { ...payment, orderId, amount: paid }
  const { nonce, gas } = transaction
  await adoptPayout(deps.query, wallet, { order, nonce, gas, transaction: signed, at: deps.now() })
  if (receipt.blockNumber <= wallet.height) await bookNow(deps, payment.payoutId, receipt)
  return { payoutId: payment.payoutId, paid }
}

type Found = {
  readonly transaction: Transaction
  readonly receipt: TransactionReceipt
  readonly signedAt: Date
}

async function read(client: ChainClient, hash: Hash): Promise<Found | AdoptObjection> {
  try {
    const transaction = await client.getTransaction({ hash })
    if (transaction.blockNumber === null) return { objection: 'not_in_block' }
    const receipt = await client.getTransactionReceipt({ hash })
    const { timestamp } = await client.getBlock({ blockNumber: receipt.blockNumber })
    return { transaction, receipt, signedAt: new Date(Number(timestamp) * 1_000) }
  } catch (error) {
    if (!(error instanceof BaseError)) throw error
    return { objection: error.name.endsWith('NotFoundError') ? 'no_transaction' : 'node_silent' }
  }
}

/** Whether a transaction made this payment. */
function isOf(
  { address, amount, isFeeOpen }: AdoptablePayment,
  { to, paid, isAnyAmount }: { readonly to: string; readonly paid: Money; readonly isAnyAmount: boolean },
): boolean {
  if (paid.currency !== amount.currency || !isAddress(address, { strict: false })) return false
  if (to.toLowerCase() !== address.toLowerCase()) return false
  if (isFeeOpen) return paid.units <= amount.units
  return isAnyAmount || paid.units === amount.units
}

/**
 * The bytes of a transaction, to be sent again if a reorganisation removes it. Undefined where they cannot be rebuilt.
 */
function signedBytes(transaction: Transaction, signedAt: Date): FreshTransaction | undefined {
  if (transaction.type !== 'eip1559') return undefined
  const { r, s, yParity, hash: txid, maxFeePerGas, maxPriorityFeePerGas } = transaction
  const { chainId, nonce, to, value, gas, input: data, accessList } = transaction
  const fees = { maxFeePerGas, maxPriorityFeePerGas }
  const raw = serializeTransaction(
    { type: 'eip1559', chainId, nonce, to, value, gas, data, accessList, ...fees },
    { r, s, yParity },
  )
  return keccak256(raw) === txid ? { txid, number: 1, raw, signedAt, ...fees } : undefined
}

async function bookNow({ query, now }: Deps, payoutId: string, receipt: TransactionReceipt): Promise<void> {
  const payout = await findPayout(query, payoutId)
  if (!payout) throw new Error(`The pay-out ${payoutId} that was just adopted is gone`)
  await bookEnd({ query, at: now() }, payout, {
    state: 'done',
    txid: receipt.transactionHash,
    blockNumber: receipt.blockNumber,
    blockHash: receipt.blockHash,
    feeUnits: receipt.gasUsed * receipt.effectiveGasPrice,
  })
}
