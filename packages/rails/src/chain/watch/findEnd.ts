import { TransactionReceiptNotFoundError, type TransactionReceipt } from 'viem'
import type { ChainClient } from '../chainClient.ts'
import type { ChainSettings } from '../ChainSettings.ts'
import type { ChainPayout, PayoutEnd } from '../payout/ChainPayout.ts'
import { hasMoved } from '../payout/transfer.ts'

/**
 * The state of a pay-out on the chain up to a block: by one of its transactions that is in a block, or by a transaction
 * that is not ours and uses its nonce. Undefined while it is open. Who used its nonce is asked at the last final block
 * only, since few nodes know the state of earlier ones.
 * @throws Error when the node does not answer
 */
export async function findEnd(
  client: ChainClient,
  settings: ChainSettings,
  payout: ChainPayout,
  { last, isHead }: { readonly last: bigint; readonly isHead: boolean },
): Promise<PayoutEnd | 'replaced' | undefined> {
  const receipt = await receiptOf(client, payout)
  if (receipt) return receipt.blockNumber <= last ? endBy(receipt, settings, payout) : undefined
  if (!isHead) return undefined
  const count = await client.getTransactionCount({ address: payout.wallet, blockNumber: last })
  if (count <= payout.nonce) return undefined
  // The node may change its state between two answers: only what it reports about the transaction after that counts.
  const after = await receiptOf(client, payout)
  if (after) return after.blockNumber <= last ? endBy(after, settings, payout) : undefined
  return 'replaced'
}

/** The receipt of the transaction of a pay-out that is in a block. Undefined where none is. */
export async function receiptOf(
  client: ChainClient,
  { transactions }: ChainPayout,
): Promise<TransactionReceipt | undefined> {
  const receipts = await Promise.all(
    transactions.map(({ txid: hash }) =>
      client.getTransactionReceipt({ hash }).catch((error: unknown) => {
        if (error instanceof TransactionReceiptNotFoundError) return undefined
        throw error
      }),
    ),
  )
  return receipts.find((receipt) => receipt !== undefined)
}

function endBy(
  receipt: TransactionReceipt,
  { tokens }: ChainSettings,
  { wallet, units, currency, recipient, transactions }: ChainPayout,
): PayoutEnd {
  const { isCancellation } = transactions.find(({ txid }) => txid === receipt.transactionHash) ?? {}
  const paid = { amount: { units, currency }, from: wallet, recipient }
  return {
    state: !isCancellation && hasMoved(receipt, tokens, paid) ? 'done' : 'reverted',
    txid: receipt.transactionHash,
    blockNumber: receipt.blockNumber,
    blockHash: receipt.blockHash,
    feeUnits: receipt.gasUsed * receipt.effectiveGasPrice,
  }
}
